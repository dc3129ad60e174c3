// What can be counted about hands and draws, and the fast sums against their readable twin at this SIMD level.
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <random>

#include "check.hpp"
#include "odds_plain.hpp"
#include "zapato/simd.hpp"

using namespace zapato::odds;

namespace {

Shoe six_decks() {
  Shoe shoe;
  shoe.cards.fill(24);
  shoe.cards[9] = 96;
  shoe.tens_of_a_rank = 24;
  return shoe;
}

// Dealer draws by value from an endless shoe; those that stand counted two ways: one by one, and as multisets times orders.
void count_sequences() {
  for (const bool soft : {false, true}) {
    Shoe endless = six_decks();
    endless.endless = true;
    const Deck deck(endless);
    long one_by_one = 0;
    long stood = 0;
    long by_multiset = 0;
    for (int up = 0; up < kinds; ++up) {
      plain::Dealer dealer{soft, {}, deck.size, deck.step};
      std::copy(std::begin(deck.cards), std::end(deck.cards), dealer.left.begin());
      dealer.win(points(up), up == 0, 1, 20);
      one_by_one += dealer.sequences + (up == 0 || up == 9 ? 1 : 0);  // a natural ends a sequence too

      stood += dealer.stood;
      const Draws& draws_up = draws(soft, -1, up);
      const Term* term = draws_up.terms.data();
      for (const Run& run : draws_up.runs) {
        for (int node = run.first; node < run.last; ++node) {
          for (int place = 0; place < run.terms; ++place, ++term) {
            long ends = 0;
            for (int kind = 0; kind < kinds; ++kind) ends += final_total(soft, draws_up.nodes[node].form, kind) > 0 ? 1 : 0;
            by_multiset += static_cast<long>(term->orders) * ends;
          }
        }
      }
    }
    CHECK_EQUAL(soft ? 70561L : 54433L, one_by_one);
    CHECK_EQUAL(stood, by_multiset);
  }
  CHECK_EQUAL(std::size_t{3072}, hands().all.size());
  CHECK_EQUAL(static_cast<std::size_t>(hand_bound), hands().hands.size());
}

// The kernel's fixed memory is large enough for every list of draws.
void lists_fit_their_bounds() {
  for (const bool soft : {false, true}) {
    for (int pair = -1; pair < kinds; ++pair) {
      for (int set = 0; set < upcard_sets; ++set) {
        const Draws& list = draws(soft, pair, set);
        CHECK(list.slots <= slot_bound);
        CHECK(list.targets.size() <= target_bound);
        CHECK(list.weights_used.size() <= weight_bound);
        for (const Run& run : list.runs) CHECK(run.terms <= 5);
        for (const Draws::Used& used : list.weights_used) CHECK(used.copies <= 18 && used.cards <= 18);
      }
    }
  }
}

// Every fortieth hand against every upcard, from a full shoe, a random one and an endless one.
void sums_equal_their_twin(unsigned seed) {
  std::mt19937 random(seed);
  Shoe odd = six_decks();
  for (double& cards : odd.cards) cards = static_cast<double>(random() % static_cast<unsigned>(cards + 1));
  Shoe endless = six_decks();
  endless.endless = true;
  for (const Shoe& shoe : {six_decks(), odd, endless}) {
    for (const bool soft : {false, true}) {
      Rules rules;
      rules.hit_soft_17 = soft;
      Solver solver(rules, shoe, -1);
      const auto stand = std::make_unique<double[][stride]>(hand_bound);
      solver.sum_stands(solver.deck(), hands().all_by_band, stand.get());
      double worst = 0;
      for (std::size_t place = random() % 40; place < hands().all.size(); place += 40) {
        const int at = hands().all[place];
        const Hand& hand = hands().hands[at];
        for (int up = 0; up < kinds; ++up) {
          const double mass = solver.deck().path(hand, up, -1);
          if (mass <= 0) continue;
          const double expected = plain::stand_total(solver.deck(), soft, hand, up);
          worst = std::max(worst, std::abs(stand[at][up] - expected) / mass);
        }
      }
      CHECK(worst < 1e-12);
    }
  }
}

// A split to two hands is twice a hand that starts from one pair card with the other gone: no weights, no limits.
void split_is_two_hands() {
  Rules rules;
  rules.max_hands = 2;
  Solver solver(rules, six_decks(), -1);
  Workspace& work = workspace();
  solver.sum_stands(solver.deck(), hands().all_by_band, work.stand);
  solver.draw_optimally(hands().all, work.stand, work.best, work.hits);
  for (const int pair : {1, 7}) {
    solver.play_optimally(pair, solver.deck(), work.stand, work.best, work.hits, work.play);
    SplitTotals totals{};
    solver.split(pair, matching_always(), work.play, totals);
    const Hand& both = hands().hands[hands().two[pair][pair]];
    const Deck left(solver.deck(), pair, 1);
    for (const int up : {0, 5, 9}) {
      double hand_win = 0;
      const auto value = [&](auto&& self, int at) -> double {
        if ((work.play.hit[at] >> up & 1) == 0) return plain::stand_total(left, false, hands().hands[at], up);
        double sum = 0;
        for (const std::int16_t next : hands().next[at]) sum += next < 0 ? 0 : self(self, next);
        return sum;
      };
      for (int kind = 0; kind < kinds; ++kind) {
        const int at = hands().two[pair][kind];
        const double stake = deal(left, solver.table(), hands().hands[at], up).stake;
        if ((work.play.twice[at] >> up & 1) != 0) {
          double drawn = 0;
          for (const std::int16_t next : hands().next[at]) {
            if (next >= 0) drawn += plain::stand_total(left, false, hands().hands[next], up);
          }
          hand_win += 2 * (drawn - stake);
        } else {
          hand_win += value(value, at) - stake;
        }
      }
      // In terms of the deck before the other pair card went: times its chance.
      const Deal here = deal(solver.deck(), solver.table(), both, up);
      const double expected = here.stake + 2 * hand_win * solver.deck().cards[pair] / solver.deck().size;
      CHECK(std::abs(totals.of[0][up] - expected) / here.mass < 1e-11);
    }
  }
}

}  // namespace

int main() {
  try {
    zapato::simd_level();
  } catch (const std::exception& missing) {
    std::cerr << missing.what() << '\n';
    return 77;
  }
  const char* given = std::getenv("ZAPATO_TEST_SEED");
  const unsigned seed = given != nullptr ? static_cast<unsigned>(std::strtoul(given, nullptr, 10)) : std::random_device{}();
  std::cerr << "seed " << seed << '\n';
  count_sequences();
  lists_fit_their_bounds();
  sums_equal_their_twin(seed);
  split_is_two_hands();
  return zapato::test::report();
}
