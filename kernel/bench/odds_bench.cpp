// Stand values of all hands against all upcards, and whole solves: this SIMD level against the readable twin in the same run.
// ZAPATO_SIMD picks the level. Times are of the processor, the best of several repeats.
#include <ctime>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "odds_plain.hpp"
#include "zapato/simd.hpp"

using namespace zapato::odds;

namespace {

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <class Work>
double best_ms(int repeats, Work&& work) {
  double best = 1e9;
  for (int i = 0; i < repeats; ++i) {
    const double start = cpu_seconds();
    work(i);
    best = std::min(best, cpu_seconds() - start);
  }
  return best * 1e3;
}

// Another composition each time: nothing to keep.
Shoe shoe_of(int turn) {
  Shoe shoe;
  shoe.cards.fill(24);
  shoe.cards[9] = 96;
  shoe.tens_of_a_rank = 24;
  shoe.cards[turn % 10] -= turn % 7;
  return shoe;
}

}  // namespace

int main() {
  Rules rules;
  const auto stand = std::make_unique<double[][stride]>(hand_bound);
  const double sums = best_ms(50, [&](int turn) {
    Solver solver(rules, shoe_of(turn), -1);
    solver.sum_stands(solver.deck(), hands().all_by_band, stand.get());
  });
  // The twin takes a sample of the hands; all take it alike.
  constexpr int every = 64;
  const Deck deck(shoe_of(0));
  double checked = 0;
  const double twin = every * best_ms(2, [&](int) {
    for (std::size_t place = 0; place < hands().all.size(); place += every) {
      for (int up = 0; up < kinds; ++up) {
        checked += plain::stand_total(deck, false, hands().hands[hands().all[place]], up);
      }
    }
  });
  const auto solution = std::make_unique<Solution>();
  const double optimum = best_ms(50, [&](int turn) { solve(rules, shoe_of(turn), Convention::cdz, ChartWish::none, *solution); });
  const double chart = best_ms(20, [&](int turn) { solve(rules, shoe_of(turn), Convention::cdz, ChartWish::derive, *solution); });
  const double live = best_ms(500, [&](int turn) {
    checked += hand_odds(rules, shoe_of(turn), Convention::cdz, {0, 0, 0, 0, 0, 1, 0, 0, 0, 1}, 9, -1, -1).ev[0];
  });
  const double pair = best_ms(100, [&](int turn) {
    checked += hand_odds(rules, shoe_of(turn), Convention::cdz, {0, 2, 0, 0, 0, 0, 0, 0, 0, 0}, 1, -1, -1).ev[0];
  });
  std::printf("%s\n", zapato::simd_name(zapato::simd_level()));
  std::printf("  stand values of all hands   %9.3f ms, %.0f x the readable twin (%.0f ms, from every %dth hand)\n", sums,
              twin / sums, twin, every);
  std::printf("  composition-dependent solve %9.3f ms\n", optimum);
  std::printf("  with chart and its EV       %9.3f ms\n", chart);
  std::printf("  live hand, T 6 v T          %9.4f ms\n", live);
  std::printf("  pair, 2 2 v 2               %9.4f ms\n", pair);
  std::fprintf(stderr, "(%.3g)\n", checked);  // so that the sums are not left out
  return 0;
}
