// The plain engine: one round after the other, every rule spelled out. The lanes must agree with it.
#pragma once

#include <cstdint>
#include <vector>

#include "zapato/simulation/simulate.hpp"

namespace zapato::simulation {

// Cards are told apart by their place in this order: A 2 3 4 5 T J Q K 6 7 8 9. The tens stand in the
// middle so that the lanes can count from both ends in bytes.
inline constexpr int kinds = 13;
inline constexpr std::array<std::uint8_t, kinds> value_of_kind{1, 2, 3, 4, 5, 10, 10, 10, 10, 6, 7, 8, 9};
inline constexpr std::array<std::uint8_t, kinds> rank_of_kind{0, 1, 2, 3, 4, 9, 10, 11, 12, 5, 6, 7, 8};
inline constexpr std::array<std::uint8_t, kinds> kind_of_rank{0, 1, 2, 3, 4, 9, 10, 11, 12, 5, 6, 7, 8};

// Plays one unit, at most `rounds_max` rounds of it, into `tally`. The caller adds the unit itself
// (`Tally::add_unit`) with what comes back.
UnitResult play_unit(const Plan& plan, std::uint64_t unit, std::uint64_t rounds_max, Tally& tally);

}  // namespace zapato::simulation
