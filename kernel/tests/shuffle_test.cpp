// The shuffle's byte scheme, worked by hand, and its evenness counted in full.
#include "zapato/shuffle.hpp"

#include <array>
#include <set>
#include <stdexcept>
#include <vector>

#include "check.hpp"

namespace {

using Bytes = std::vector<std::uint8_t>;

void worked_by_hand() {
  // Four cards: draws 6, 7, 1 pick 6 % 4 = 2, 7 % 3 = 1, 1 % 2 = 1.
  std::array<std::uint8_t, 4> cards{0, 1, 2, 3};
  const auto used = zapato::shuffle_from(cards, Bytes{0, 6, 0, 7, 0, 1});
  CHECK_EQUAL(6u, used);
  CHECK((cards == std::array<std::uint8_t, 4>{0, 3, 1, 2}));
}

void unfair_draws_are_thrown_away() {
  // For three choices the fair draws end at 65,534, so 0xffff is not used.
  std::array<std::uint8_t, 3> cards{7, 8, 9};
  CHECK_EQUAL(6u, zapato::shuffle_from(cards, Bytes{0xff, 0xff, 0xff, 0xfe, 0, 1}));
  CHECK((cards == std::array<std::uint8_t, 3>{7, 8, 9}));
}

void running_out_is_an_error() {
  std::array<std::uint8_t, 3> cards{7, 8, 9};
  CHECK_THROWS(std::length_error, zapato::shuffle_from(cards, Bytes{0, 1, 0}));
  Bytes none;
  CHECK_EQUAL(0u, zapato::shuffle_from(none, none));
}

void every_order_equally_often() {
  // All remainders of three cards: 3 * 2 draws reach each of the 6 orders once.
  std::set<std::array<std::uint8_t, 3>> seen;
  for (std::uint8_t first = 0; first < 3; ++first) {
    for (std::uint8_t second = 0; second < 2; ++second) {
      std::array<std::uint8_t, 3> cards{0, 1, 2};
      zapato::shuffle_from(cards, Bytes{0, first, 0, second});
      seen.insert(cards);
    }
  }
  CHECK_EQUAL(6u, seen.size());
}

}  // namespace

int main() {
  worked_by_hand();
  unfair_draws_are_thrown_away();
  running_out_is_an_error();
  every_order_equally_often();
  return zapato::test::report();
}
