// Hand totals. Ranks travel as count values: 1 = ace, 2..9, 10 = ten, jack, queen, king.
#pragma once

#include <cstdint>
#include <span>

namespace zapato {

struct HandTotal {
  int value;  // the best total: the highest one up to 21, else the lowest one
  bool soft;  // whether an ace counts as 11 in it
};

// The total of `values` (each 1..10; the caller checks). An empty hand totals 0; a lone ace 11.
constexpr HandTotal hand_total(std::span<const std::uint8_t> values) noexcept {
  int hard = 0;
  bool ace = false;
  for (const std::uint8_t value : values) {
    hard += value;
    ace = ace || value == 1;
  }
  // Two aces at 11 each would be 22 already, so at most one is raised.
  const bool soft = ace && hard + 10 <= 21;
  return {soft ? hard + 10 : hard, soft};
}

}  // namespace zapato
