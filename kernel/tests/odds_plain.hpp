// The readable twin of the odds' hot loop: cards drawn one after the other, no table, no multiset, no vector.
// Tests hold the fast sums to it and the benchmark measures them against it.
#pragma once

#include <array>

#include "odds_solver.hpp"

namespace zapato::odds::plain {

struct Dealer {
  const bool hit_soft_17;
  std::array<double, kinds> left;
  double size;
  double step;
  long sequences = 0;  // draws that came to an end, naturals apart
  long stood = 0;      // of these, the ones that did not bust

  // Chance-weighted win (-1, 0, 1) of a hand standing on `total`, dealer naturals apart, from a dealer's hand on.
  double win(int low, bool ace, int cards, int total) {
    const bool soft = ace && low <= 11;
    const int best = soft ? low + 10 : low;
    if (cards == 2 && best == 21) return 0;
    if (best > 21 || best > 17 || (best == 17 && !(soft && hit_soft_17))) {
      ++sequences;
      if (best <= 21) ++stood;
      return best > 21 || best < total ? 1 : best > total ? -1 : 0;
    }
    double sum = 0;
    for (int kind = 0; kind < kinds; ++kind) {
      if (left[kind] <= 0) continue;
      const double chance = left[kind] / size;
      left[kind] -= step;
      size -= step;
      sum += chance * win(low + points(kind), ace || kind == 0, cards + 1, total);
      left[kind] += step;
      size += step;
    }
    return sum;
  }
};

// F of odds_sums.hpp for one hand and upcard.
inline double stand_total(const Deck& deck, bool hit_soft_17, const Hand& hand, int up) {
  Dealer dealer{hit_soft_17, {}, deck.size, deck.step};
  for (int kind = 0; kind < kinds; ++kind) {
    dealer.left[kind] = deck.cards[kind] - deck.step * (hand.counts[kind] + (kind == up));
    dealer.size -= deck.step * (hand.counts[kind] + (kind == up));
  }
  const double mass = deck.path(hand, up, -1);
  const double natural = up == 0 || up == 9 ? deck.path(hand, up, 9 - up) : 0;
  if (mass <= 0) return 0;
  return mass - natural + mass * dealer.win(points(up), up == 0, 1, hand.total);
}

}  // namespace zapato::odds::plain
