// What came out, as whole numbers only: sums of tallies do not depend on the order of adding.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "zapato/simulation/plan.hpp"

namespace zapato::simulation {

__extension__ typedef __int128 Wide;

enum Counter : std::uint8_t {
  naturals,         // two-card 21s dealt to tallied boxes
  naturals_paid,    // those that won at the natural's rate
  surrenders,
  splits,           // each further split of a box counts again
  doubles,
  insured,          // bets insured or sold for even money
  dealer_naturals,  // rounds that the dealer's natural decided
  counters,
};

// The money of a round is counted in half bets; naturals at 6:5 are counted apart, since 6/5 is no
// multiple of a half.
inline constexpr int halves_span = 512, halves_zero = 256;

// One unit's part, from which the moments of the means are made. Money in tenths of a unit bet.
struct UnitResult {
  std::int64_t net = 0, bets = 0, rounds = 0;
};

struct Tally {
  explicit Tally(const Plan& plan);

  std::uint64_t units = 0, rounds = 0;
  std::array<std::uint64_t, counters> count{};
  int naturals_span = 1;
  // [bucket][naturals paid at 6:5][halves + halves_zero] -> rounds
  std::vector<std::uint64_t> outcomes;
  // Sums over units of net^2, net*bets, bets^2, net*rounds, bets*rounds, rounds^2.
  std::array<Wide, 6> moments{};

  std::uint64_t& outcome(int bucket, int paid, int halves) noexcept {
    return outcomes[static_cast<std::size_t>((bucket * naturals_span + paid) * halves_span + halves + halves_zero)];
  }
  void add_unit(const UnitResult& unit) noexcept;
  void add(const Tally& other);
};

// Tenths of a bet that a natural wins.
constexpr int natural_tenths(Natural pays) noexcept {
  return pays == Natural::three_to_two ? 15 : pays == Natural::six_to_five ? 12 : 10;
}

}  // namespace zapato::simulation
