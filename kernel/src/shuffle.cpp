#include "zapato/shuffle.hpp"

#include <stdexcept>
#include <utility>

namespace zapato {

std::size_t shuffle_from(std::span<std::uint8_t> cards, std::span<const std::uint8_t> bytes) {
  constexpr std::uint32_t draws = 65536;  // a draw is two bytes
  if (cards.size() > draws) throw std::invalid_argument("at most 65536 cards can be shuffled");
  std::size_t used = 0;
  for (std::size_t last = cards.size(); last-- > 1;) {
    const auto choices = static_cast<std::uint32_t>(last + 1);
    // Draws from `fair` up are thrown away: below it each remainder comes up equally often.
    const std::uint32_t fair = draws - draws % choices;
    std::uint32_t draw;
    do {
      if (bytes.size() - used < 2) throw std::length_error("the bytes ran out before the shuffle ended");
      draw = static_cast<std::uint32_t>(bytes[used] << 8 | bytes[used + 1]);
      used += 2;
    } while (draw >= fair);
    std::swap(cards[last], cards[draw % choices]);
  }
  return used;
}

}  // namespace zapato
