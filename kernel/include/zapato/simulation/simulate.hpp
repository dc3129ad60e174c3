// The door to the simulator: units of play in, a tally out.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "zapato/simulation/plan.hpp"
#include "zapato/simulation/tally.hpp"

namespace zapato::simulation {

enum class Engine : std::uint8_t {
  fastest,  // the lanes where plan and machine allow it
  plain,    // always one round after the other
};

// Plays units first, first + 1, ... up to `units` of them, but no more than `rounds_max` rounds: the
// last unit is cut off when they are reached. Adds to `tally`; `each`, where given, gets every unit's part.
// Throws std::runtime_error when one round would need more cards than there are.
void simulate(const Plan& plan, std::uint64_t first, std::uint64_t units, std::uint64_t rounds_max, Engine engine,
              Tally& tally, std::vector<UnitResult>* each = nullptr);

// Whether the lanes can play `plan` here.
bool lanes_can_play(const Plan& plan);

// One round as it was played: ranks in the order in which they left the shoe (0 an ace .. 12 a king).
struct TracedMove {
  std::uint8_t box, move;  // box from 1; move: an index into `stand hit double split surrender insure even-money`
};
struct TracedRound {
  std::uint64_t unit = 0;
  bool fresh_shoe = false;  // whether it began with one
  std::uint32_t bet = 1;
  std::int64_t net_tenths = 0;  // of all tallied boxes, in tenths of a unit
  std::vector<std::uint8_t> ranks;
  std::vector<TracedMove> moves;
  std::vector<std::int64_t> box_tenths;  // each box's result in tenths of its bet
};

// The first `rounds` rounds of the plan by the plain engine.
std::vector<TracedRound> trace(const Plan& plan, std::uint64_t rounds);

// The plain engine on given cards (ranks): rounds until too few are left to finish one.
std::vector<TracedRound> play_script(const Plan& plan, const std::vector<std::uint8_t>& ranks);

}  // namespace zapato::simulation
