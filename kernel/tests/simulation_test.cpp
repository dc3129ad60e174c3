// The streams meet their published vectors; lanes and plain engine agree, whatever the level.
#include "zapato/simulation/simulate.hpp"

#include <array>
#include <iostream>
#include <numeric>
#include <stdexcept>

#include "check.hpp"
#include "zapato/simd.hpp"
#include "zapato/simulation/stream.hpp"

namespace sim = zapato::simulation;

namespace {

// Known answers of the construction's authors (Random123, kat_vectors: threefry2x64 with 13 rounds).
void streams_meet_published_vectors() {
  const auto zero = sim::threefry({0, 0}, {0, 0});
  CHECK_EQUAL(0xf167b032c3b480bdu, zero.first);
  CHECK_EQUAL(0xe91f9fee4b7a6fb5u, zero.second);
  const auto pi = sim::threefry({0x243f6a8885a308d3, 0x13198a2e03707344}, {0xa4093822299f31d0, 0x082efa98ec4e6c89});
  CHECK_EQUAL(0xc3aac71561042993u, pi.first);
  CHECK_EQUAL(0x3fe7ae8801aff316u, pi.second);
}

// Draws 17 and more to stand, double 9 to 11 against low cards, split all pairs, give up 16 against a ten.
sim::Strategy some_chart() {
  constexpr int one = 0, pair = 10, hard = 19, soft = 29, over = 51, states = 52;
  const auto state = [](int low, bool ace) {
    return static_cast<std::uint16_t>(low > 21 ? over : ace && low <= 11 ? soft + low + 10 : hard + low);
  };
  sim::Strategy chart;
  chart.chart = true;
  chart.next.assign(states * 10, 0);
  chart.answers.assign(states * 10, 0);
  for (auto& turns : chart.turns) turns.assign(states * 10, sim::never);
  const auto go = [&](int from, int value, int to) {
    chart.next[static_cast<std::size_t>(from * 10 + value - 1)] = static_cast<std::uint16_t>(to);
  };
  for (int value = 1; value <= 10; ++value) {
    go(0, value, one + value);
    go(over, value, over);
    for (int card = 1; card <= 10; ++card) {
      const bool ace = value == 1 || card == 1;
      go(one + card, value, card == value ? pair + card : state(card + value, ace));
      go(pair + card, value, state(2 * card + value, ace));
    }
    for (int total = 2; total <= 21; ++total) go(hard + total, value, state(total + value, value == 1));
    for (int total = 12; total <= 21; ++total) go(soft + total, value, state(total - 10 + value, true));
  }
  const auto answer = [&](int at, int up, bool hits, bool doubles, bool splits, bool gives_up) {
    chart.answers[static_cast<std::size_t>(at * 10 + up - 1)] =
        static_cast<std::uint8_t>(hits << sim::hit | doubles << sim::doubling | splits << sim::split | gives_up << sim::surrender);
  };
  for (int up = 1; up <= 10; ++up) {
    for (int total = 2; total <= 21; ++total) answer(hard + total, up, total < 17, total >= 9 && total <= 11 && up < 7, false, total == 16 && up == 10);
    for (int total = 12; total <= 21; ++total) answer(soft + total, up, total < 18, total == 18 && up == 5, false, false);
    for (int card = 1; card <= 10; ++card) {
      const std::size_t total = static_cast<std::size_t>(state(2 * card, card == 1)) * 10 + static_cast<std::size_t>(up) - 1;
      const int answers = (chart.answers[total] & ~(1 << sim::surrender)) | 1 << sim::split;
      chart.answers[static_cast<std::size_t>(pair + card) * 10 + static_cast<std::size_t>(up) - 1] = static_cast<std::uint8_t>(answers);
    }
  }
  for (int total = 2; total <= 21; ++total) chart.state_of_cell[static_cast<std::size_t>(total)] = static_cast<std::uint16_t>(hard + total);
  for (int total = 12; total <= 21; ++total) chart.state_of_cell[static_cast<std::size_t>(total + 10)] = static_cast<std::uint16_t>(soft + total);
  for (int card = 1; card <= 10; ++card) chart.state_of_cell[static_cast<std::size_t>(31 + card)] = static_cast<std::uint16_t>(pair + card);
  return chart;
}

sim::Plan some_plan(int boxes) {
  sim::Plan plan;
  plan.strategies.push_back(some_chart());
  for (int box = 0; box < boxes; ++box) plan.boxes.push_back({0, false});
  plan.seed = 20260101;
  return plan;
}

void check_equal(const sim::Tally& expected, const sim::Tally& actual) {
  CHECK_EQUAL(expected.units, actual.units);
  CHECK_EQUAL(expected.rounds, actual.rounds);
  CHECK(expected.count == actual.count);
  CHECK(expected.outcomes == actual.outcomes);
  CHECK(expected.moments == actual.moments);
}

void engines_agree(const sim::Plan& plan) {
  sim::Tally plain(plan), fast(plan);
  std::vector<sim::UnitResult> each_plain, each_fast;
  sim::simulate(plan, 100, 150, 1'000'000, sim::Engine::plain, plain, &each_plain);
  sim::simulate(plan, 100, 150, 1'000'000, sim::Engine::fastest, fast, &each_fast);
  check_equal(plain, fast);
  CHECK_EQUAL(each_plain.size(), each_fast.size());
  CHECK_EQUAL(plain.rounds, std::accumulate(plain.outcomes.begin(), plain.outcomes.end(), std::uint64_t{0}));
}

void engines_agree_on_every_kind_of_table() {
  for (const int boxes : {1, 2, 7}) {
    for (const auto hole : {sim::Hole::peek, sim::Hole::enhc, sim::Hole::obo}) {
      for (const int reshuffle_below : {78, 312}) {
        auto plan = some_plan(boxes);
        plan.game.hole = hole;
        plan.game.reshuffle_below = reshuffle_below;
        if (reshuffle_below == 312) plan.shoes_per_unit = 48;
        plan.game.surrender = boxes == 2 ? sim::Surrender::early : sim::Surrender::late;
        plan.game.natural = boxes == 7 ? sim::Natural::six_to_five : sim::Natural::three_to_two;
        plan.game.split_by_rank = boxes == 2;
        engines_agree(plan);
      }
    }
  }
}

// A shoe that runs out in mid-round is more than the lanes can play: they must hand it over.
void a_shoe_that_runs_out() {
  auto plan = some_plan(3);
  plan.game.decks = 1;
  plan.game.reshuffle_below = 8;
  engines_agree(plan);
}

// Cut in two anywhere, a run adds up to the same; cut short, it has exactly the rounds asked for.
void parts_add_up() {
  const auto plan = some_plan(1);
  sim::Tally whole(plan), parts(plan), cut(plan);
  sim::simulate(plan, 0, 300, 1'000'000, sim::Engine::fastest, whole);
  sim::simulate(plan, 0, 77, 1'000'000, sim::Engine::fastest, parts);
  sim::simulate(plan, 77, 223, 1'000'000, sim::Engine::fastest, parts);
  check_equal(whole, parts);
  sim::simulate(plan, 0, 300, 5'000, sim::Engine::fastest, cut);
  CHECK_EQUAL(5'000u, cut.rounds);
}

}  // namespace

int main() {
  try {
    zapato::simd_level();
  } catch (const std::runtime_error& error) {
    std::cerr << error.what() << '\n';
    return 77;
  }
  streams_meet_published_vectors();
  engines_agree_on_every_kind_of_table();
  a_shoe_that_runs_out();
  parts_add_up();
  return zapato::test::report();
}
