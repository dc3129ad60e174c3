// Hands and shuffles: bytes in, plain values out.
#include <nanobind/stl/pair.h>

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "bind.hpp"
#include "zapato/hand.hpp"
#include "zapato/shuffle.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

std::span<const std::uint8_t> view(const nb::bytes& bytes) {
  return {static_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

std::pair<int, bool> total_of(const nb::bytes& values) {
  for (const std::uint8_t value : view(values)) {
    if (value < 1 || value > 10) {
      throw std::invalid_argument("a card's value is 1 to 10, not " + std::to_string(value));
    }
  }
  const auto total = zapato::hand_total(view(values));
  return {total.value, total.soft};
}

std::pair<nb::bytes, std::size_t> order_from(const nb::bytes& cards, const nb::bytes& bytes) {
  std::string shuffled(static_cast<const char*>(cards.data()), cards.size());
  const std::span<std::uint8_t> order(reinterpret_cast<std::uint8_t*>(shuffled.data()), shuffled.size());
  const std::size_t used = zapato::shuffle_from(order, view(bytes));
  return {nb::bytes(shuffled.data(), shuffled.size()), used};
}

}  // namespace

void zapato::bind::cards(nb::module_& kernel) {
  kernel.def("hand_total", &total_of, "values"_a,
             "Best total of a hand and whether it is soft.\n\n"
             "`values` holds one byte per card: 1 for an ace, 2 to 9, 10 for ten and court cards.\n"
             "Raises ValueError on any other byte.");
  kernel.def("shuffle_from", &order_from, "cards"_a, "data"_a,
             "The cards (one byte each, at most 65,536) in the order that `data` dictates, and how many\n"
             "bytes of `data` were used. The scheme is docs/provable-shoe.md; zapato.shoe is the reference.\n\n"
             "Raises ValueError when `data` runs out or there are too many cards.");
}
