// Exact odds: rules and shoes as plain numbers in, flat arrays out. zapato.odds.solver names the fields.
#include <nanobind/stl/array.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "bind.hpp"
#include "zapato/odds.hpp"

namespace nb = nanobind;
using namespace nb::literals;
namespace odds = zapato::odds;

namespace {

constexpr int rule_numbers = 13;
using Numbers = std::array<double, rule_numbers>;
using Cards = std::array<double, 10>;

odds::Rules rules_from(const Numbers& given) {
  const auto code = [&](int place, int last) {
    if (!(given[place] >= 0 && given[place] <= last)) throw std::invalid_argument("a rule's number is out of range");
    return static_cast<int>(given[place]);
  };
  const auto flag = [&](int place) { return code(place, 1) != 0; };
  odds::Rules rules;
  rules.hole = static_cast<odds::Hole>(code(0, 2));
  rules.peek_on_ten = flag(1);
  rules.hit_soft_17 = flag(2);
  rules.natural_pays = given[3];
  rules.double_on = static_cast<odds::DoubleOn>(code(4, 3));
  rules.double_soft = flag(5);
  rules.double_after_split = flag(6);
  rules.split_by_rank = flag(7);
  rules.max_hands = code(8, 8);
  rules.resplit_aces = flag(9);
  rules.hit_split_aces = flag(10);
  rules.surrender = static_cast<odds::Surrender>(code(11, 2));
  rules.surrender_against_ace = flag(12);
  return rules;
}

odds::Shoe shoe_from(const Cards& cards, bool endless, double tens_of_a_rank) {
  odds::Shoe shoe;
  shoe.cards = cards;
  shoe.endless = endless;
  shoe.tens_of_a_rank = tens_of_a_rank;
  return shoe;
}

odds::Convention convention_from(int code) {
  if (code < 0 || code > 2) throw std::invalid_argument("a split convention is 0, 1 or 2");
  return static_cast<odds::Convention>(code);
}

constexpr std::size_t chart_bytes = 54 * 10;

void read_chart(const nb::bytes& packed, odds::Chart& chart) {
  if (packed.size() != chart_bytes) throw std::invalid_argument("a packed chart has 540 bytes");
  const auto* from = static_cast<const std::uint8_t*>(packed.data());
  for (int up = 0; up < 10; ++up, from += 54) {
    std::copy_n(from, 22, chart.hard[up].begin());
    std::copy_n(from + 22, 22, chart.soft[up].begin());
    std::copy_n(from + 44, 10, chart.pair[up].begin());
  }
}

nb::bytes write_chart(const odds::Chart& chart) {
  std::array<std::uint8_t, chart_bytes> packed{};
  auto* to = packed.data();
  for (int up = 0; up < 10; ++up, to += 54) {
    std::copy_n(chart.hard[up].begin(), 22, to);
    std::copy_n(chart.soft[up].begin(), 22, to + 22);
    std::copy_n(chart.pair[up].begin(), 10, to + 44);
  }
  return nb::bytes(packed.data(), packed.size());
}

nb::tuple solve(const Numbers& numbers, const Cards& cards, bool endless, double tens_of_a_rank, int convention, int wish,
                const nb::bytes& chart) {
  const odds::Rules rules = rules_from(numbers);
  const odds::Shoe shoe = shoe_from(cards, endless, tens_of_a_rank);
  const odds::Convention played = convention_from(convention);
  if (wish < 0 || wish > 2) throw std::invalid_argument("a chart is 0 not wanted, 1 derived or 2 given");
  const auto solution = std::make_unique<odds::Solution>();
  if (wish == 2) read_chart(chart, solution->chart);
  {
    const nb::gil_scoped_release released;
    odds::solve(rules, shoe, played, static_cast<odds::ChartWish>(wish), *solution);
  }
  constexpr std::size_t places = odds::two_card_hands * 10;
  std::array<double, places * odds::moves> ev;
  std::array<double, places * 2> chances;  // a natural, insurance
  std::array<std::uint8_t, places * 4> codes;
  std::size_t place = 0;
  for (const auto& by_up : solution->hands) {
    for (const odds::HandOdds& hand : by_up) {
      std::copy(hand.ev.begin(), hand.ev.end(), ev.begin() + place * odds::moves);
      chances[place * 2] = hand.natural;
      chances[place * 2 + 1] = hand.insurance;
      codes[place * 4] = hand.best;
      codes[place * 4 + 1] = hand.given_no_natural;
      codes[place * 4 + 2] = hand.split_hands;
      codes[place * 4 + 3] = hand.may_run_out;
      ++place;
    }
  }
  return nb::make_tuple(solution->optimal, solution->by_chart_pre_deal, nb::bytes(ev.data(), sizeof ev),
                        nb::bytes(chances.data(), sizeof chances), nb::bytes(codes.data(), sizeof codes),
                        nb::bytes(solution->chance.data(), sizeof solution->chance),
                        nb::bytes(solution->by_chart.data(), sizeof solution->by_chart), write_chart(solution->chart));
}

nb::tuple hand(const Numbers& numbers, const Cards& cards, bool endless, double tens_of_a_rank, int convention,
               const std::array<int, 10>& held, int up, double pairs_left, double tens_left) {
  for (const int count : held) {
    if (count < 0 || count > 21) throw std::invalid_argument("a hand holds 0 to 21 cards of a kind");
  }
  const odds::Rules rules = rules_from(numbers);
  const odds::Shoe shoe = shoe_from(cards, endless, tens_of_a_rank);
  const odds::Convention played = convention_from(convention);
  odds::HandOdds found{};
  {
    const nb::gil_scoped_release released;
    found = odds::hand_odds(rules, shoe, played, held, up, pairs_left, tens_left);
  }
  return nb::make_tuple(found.ev[0], found.ev[1], found.ev[2], found.ev[3], found.ev[4], static_cast<int>(found.best),
                        found.given_no_natural, static_cast<int>(found.split_hands), found.may_run_out, found.insurance,
                        found.natural);
}

nb::tuple optimal_play(const Numbers& numbers, const Cards& cards, bool endless, double tens_of_a_rank) {
  const odds::Rules rules = rules_from(numbers);
  const odds::Shoe shoe = shoe_from(cards, endless, tens_of_a_rank);
  std::vector<std::uint8_t> counts(odds::drawable_hands * 10);
  std::vector<std::uint8_t> play(odds::drawable_hands * 10);
  {
    const nb::gil_scoped_release released;
    odds::optimal_play(rules, shoe, counts.data(), play.data());
  }
  return nb::make_tuple(nb::bytes(counts.data(), counts.size()), nb::bytes(play.data(), play.size()));
}

std::array<double, 7> dealer(const Numbers& numbers, const Cards& cards, bool endless, int up) {
  return odds::dealer_odds(rules_from(numbers), shoe_from(cards, endless, 0), up).chance;
}

}  // namespace

void zapato::bind::odds(nb::module_& kernel) {
  kernel.def("odds_solve", &solve, "rules"_a, "shoe"_a, "endless"_a, "tens_of_a_rank"_a, "convention"_a, "wish"_a, "chart"_a,
             nb::sig("def odds_solve(rules: tuple[float, ...], shoe: tuple[float, ...], endless: bool, tens_of_a_rank: float, "
                     "convention: int, wish: int, chart: bytes) "
                     "-> tuple[float, float, bytes, bytes, bytes, bytes, bytes, bytes]"),
             "A shoe before the deal: optimal and chart's pre-deal EV; by two-card hand and upcard the EVs (5 doubles),\n"
             "chances (natural, insurance), codes (best, condition, split limit, may run out), chance of the deal and the\n"
             "chart's EV; the chart, packed. `wish`: 0 no chart, 1 derive the best, 2 evaluate the one given.\n\n"
             "Releases the GIL. Raises ValueError for a shoe that holds no whole numbers of cards or too many.");
  kernel.def("odds_hand", &hand, "rules"_a, "shoe"_a, "endless"_a, "tens_of_a_rank"_a, "convention"_a, "hand"_a, "up"_a,
             "pairs_left"_a, "tens_left"_a,
             nb::sig("def odds_hand(rules: tuple[float, ...], shoe: tuple[float, ...], endless: bool, tens_of_a_rank: float, "
                     "convention: int, hand: tuple[int, ...], up: int, pairs_left: float, tens_left: float) "
                     "-> tuple[float, float, float, float, float, int, bool, int, bool, float, float]"),
             "A hand in play: the EVs of stand, hit, double, split, surrender (nan: not legal), best, condition, split limit,\n"
             "may run out, insurance, chance of a natural. `shoe` still holds hand and upcard; `up` is 0 to 9.\n\n"
             "Releases the GIL. Raises ValueError for a hand of fewer than two cards or over 21.");
  kernel.def("odds_play", &optimal_play, "rules"_a, "shoe"_a, "endless"_a, "tens_of_a_rank"_a,
             nb::sig("def odds_play(rules: tuple[float, ...], shoe: tuple[float, ...], endless: bool, tens_of_a_rank: float) "
                     "-> tuple[bytes, bytes]"),
             "For each of 3072 hands its ten counts, and the optimum's cell by upcard (bits: 1 hit, 2 double, 4 surrender,\n"
             "8 split). Releases the GIL.");
  kernel.def("odds_dealer", &dealer, "rules"_a, "shoe"_a, "endless"_a, "up"_a,
             nb::sig("def odds_dealer(rules: tuple[float, ...], shoe: tuple[float, ...], endless: bool, up: int) -> list[float]"),
             "The dealer's chances of 17 to 21, bust and a natural; `shoe` holds the unseen cards besides the upcard `up`, 0 to 9.");
}
