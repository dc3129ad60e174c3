// Totals by hand: the cases that a wrong ace breaks.
#include "zapato/hand.hpp"

#include <vector>

#include "check.hpp"

namespace {

void check(std::vector<std::uint8_t> values, int value, bool soft) {
  const auto total = zapato::hand_total(values);
  CHECK_EQUAL(value, total.value);
  CHECK_EQUAL(soft, total.soft);
}

}  // namespace

int main() {
  check({}, 0, false);
  check({1}, 11, true);
  check({1, 1}, 12, true);
  check({1, 6}, 17, true);
  check({1, 6, 10}, 17, false);
  check({1, 10}, 21, true);
  check({1, 1, 9}, 21, true);
  check({1, 1, 10}, 12, false);
  check({10, 10, 1}, 21, false);
  check({10, 6, 7}, 23, false);
  check(std::vector<std::uint8_t>(21, 1), 21, false);
  return zapato::test::report();
}
