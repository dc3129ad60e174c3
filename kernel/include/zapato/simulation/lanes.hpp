// The lanes: 64 units played in lockstep, one card for each of them a step, in plain numbers for the
// sources that are compiled once per instruction set. Results are those of the plain engine, bit for bit.
#pragma once

#include <cstdint>

namespace zapato::simulation {

inline constexpr int lanes = 64;
inline constexpr int lane_halves = 256, lane_zero = 128;  // net of a round in half bets, as a signed byte
inline constexpr int lane_boxes = 7;
inline constexpr int index_plays_max = 48;  // pairs of question and upcard

// A look-up of 64 bytes by the hand, for one upcard: the bucket from which the answer turns.
struct LaneTurns {
  alignas(64) std::uint8_t from[64];
  std::uint8_t question, up;
};

// How a hand is written in one byte: its points with aces as 1, and bit 5 once it holds an ace. No
// hand that acts is above 21, so the places of the busted ones, 22..31, stand for the pairs A..T.
inline constexpr int lane_ace = 32, lane_pair = 21;

struct LanePlan {
  std::uint64_t seed;
  int decks, burn, reshuffle_below, boxes;
  bool hole, obo, enhc, peek_on_ten, fresh;
  bool split_by_rank, double_after_split, resplit_aces, hit_split_aces;
  int max_hands;
  bool surrender_late, surrender_early, surrender_against_ace;
  int natural_halves;  // what a natural wins
  bool natural_apart;  // 6:5: counted apart instead, `natural_halves` is 0
  int rounds_per_unit;  // fresh shoes only; else a unit is one shoe
  // [question][hand], a bit for each upcard: low A..8, high 9 and T.
  alignas(64) std::uint8_t yes_low[4][64];
  alignas(64) std::uint8_t yes_high[4][64];
  alignas(64) std::uint8_t dealer_class[64];  // 0 draws, 1..5 stands on 17..21, 6 bust
  // The count.
  bool counted;
  bool insurance, natural_may_insure, even_money;
  std::uint8_t insure_from;
  std::int8_t tags[16];  // by value
  int count_start;
  const std::uint8_t* bucket;  // [cards left * 256 + running + 128]
  const std::uint32_t* bet;    // by bucket
  int turns;
  LaneTurns turn[index_plays_max];
};

// What a block of 64 units came to. Sums over its rounds; the caller may still throw it away.
struct LaneBlock {
  bool redo;  // something that bytes can't hold or a shoe that ran out: to be played by the plain engine
  std::uint64_t rounds;
  std::uint64_t naturals, naturals_paid, surrenders, splits, doubles, insured, dealer_naturals;
  std::int64_t net[lanes];   // in half bets times the bet, naturals at 6:5 apart, by unit
  std::int64_t paid[lanes];  // naturals at 6:5, times the bet
  std::int64_t bets[lanes];
  std::int64_t played[lanes];  // rounds
  std::uint32_t* outcomes;     // [bucket][paid][halves + lane_zero], to be zeroed by the caller
  int naturals_span;
};

// The place in a pack of n cards that a unit's row falls on once its first draw has been rejected.
// Out of line: what levels share must not be inlined into one of them.
std::uint32_t redrawn(std::uint64_t seed, std::uint64_t unit, std::uint64_t row, std::uint32_t n) noexcept;

using PlayBlock = void (*)(const LanePlan& plan, std::uint64_t first_unit, LaneBlock& block);

}  // namespace zapato::simulation

// Null where a level has no lanes of its own.
namespace zapato::portable { simulation::PlayBlock lanes_for(const simulation::LanePlan& plan); }
namespace zapato::avx2 { simulation::PlayBlock lanes_for(const simulation::LanePlan& plan); }
namespace zapato::avx512 { simulation::PlayBlock lanes_for(const simulation::LanePlan& plan); }
