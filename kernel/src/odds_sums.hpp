// The one hot loop of the odds: what standing is worth for many hands at once, against every upcard.
//
// For a hand h, an upcard u and a shoe that held C before the deal it computes the joint total
//   F(h, u) = sum over dealer outcomes without a natural of P(h's cards in one given order, u, outcome) * (1 + win)
// where win is +1, 0, -1 for the hand standing. With 1 added, a bust hand counts nothing and a hit is the plain sum of
// F over the next cards. Derivation: docs/odds.md, "How the kernel sums".
//
// Everything here is plain data, because the loop is compiled once per instruction set (odds_sums_simd.cpp).
#pragma once

#include <cstdint>

#include "odds_tables.hpp"

namespace zapato::odds {

constexpr int upcards = kinds;
constexpr int stride = 16;          // of every array over upcards
constexpr int copies_bound = 56;    // cards of the pair's kind: 21 in a hand, 17 the dealer's, 14 of the other hands
constexpr int length_bound = 56;    // cards in all, likewise
// Of any list of draws (kernel/tests/odds_test.cpp holds them to it): products kept, targets, weights.
constexpr int slot_bound = 300;
constexpr int target_bound = 400;
constexpr int weight_bound = 80;
constexpr int limits_bound = 7;     // split limits 2 … 8
constexpr int columns_bound = 2 * limits_bound;

// weight[q][l]: what q cards of the pair's kind among l cards in all contribute, the rest of the falling factorials apart.
// Without a pair: 1 / (N (N - 1) … (N - l + 1)) in row 0.
using Column = double[copies_bound][length_bound];

struct SumsJob {
  // The dealer's draws (odds_tables.hpp says what each is).
  const Draw* nodes;
  const Run* runs;
  const Term* terms;
  const Target* targets;
  const Draws::Used* weights_used;
  const double* held[bands];
  const FinalWeights* weights;
  int run_count, target_count, weight_count;
  int pair;  // -1: none

  double shoe[kinds];
  const double (*ways)[copies_bound];  // falling factorials of the shoe's counts
  double step;  // what drawing a card takes away: 1, or 0 for an endless shoe

  const Hand* hands;
  const std::int16_t* order;         // which hands, same bands together
  int count;
  const std::uint16_t* needed;       // per place in `order`: upcards, as bits; others may stay undone

  const Column* columns;
  int column_count;
  int plain_columns;                 // the first so many; the others matter to hands with two pair cards or more only

  // Results, each wanted where not null. F by place in `order`, then column from `stored_from` on, every `stored_step`-th,
  // `stored` in all, then upcard.
  double* out;
  int stored_from, stored_step, stored;
  // sums[column][u] += factor * F, factors by upcard and place (`pitch` apart; a batch may read past `count`): one set for
  // the plain columns, one for the others.
  int pitch;
  const double* plain_factors;
  const double* other_factors;
  double* sums;
};

using SumsFunction = void (*)(const SumsJob&);

// The loop at the level that zapato::simd_level() names.
SumsFunction stand_sums();

}  // namespace zapato::odds
