// Exact odds for any rules and any shoe. Units and conditions: docs/odds.md.
//
// All values are in initial bets of one box. Kinds are card values, 0 the ace … 9 the tens; upcards likewise.
// Float sums: the error is below 1e-12 (tests/agreement holds them to exact rationals).
// Nothing throws but std::invalid_argument; no function keeps a result between calls; all may run at the same time.
#pragma once

#include <array>
#include <cstdint>

namespace zapato::odds {

enum class Hole : std::uint8_t { peek, enhc, obo };
enum class DoubleOn : std::uint8_t { any, nine_to_eleven, ten_eleven, none };
enum class Surrender : std::uint8_t { none, late, early };

// What the hands of a split are played by. `cdz`: as in the game without splits. `cdp1`: the optimum for one hand of a
// first split. `cdp`: the optimum for each number of pair cards known to be gone.
enum class Convention : std::uint8_t { cdz, cdp1, cdp };

struct Rules {
  Hole hole = Hole::peek;
  bool peek_on_ten = true;
  bool hit_soft_17 = false;
  double natural_pays = 1.5;
  DoubleOn double_on = DoubleOn::any;
  bool double_soft = false;
  bool double_after_split = true;
  bool split_by_rank = false;
  int max_hands = 4;
  bool resplit_aces = false;
  bool hit_split_aces = false;
  Surrender surrender = Surrender::none;
  bool surrender_against_ace = true;
};

// Before the deal: counts, or proportions of an endless shoe. Sums of up to 416 cards are meant; more are refused.
struct Shoe {
  std::array<double, 10> cards{};
  bool endless = false;
  // Tens of one rank in the whole packs from which the shoe comes (4 per deck; 0: a quarter of the shoe's tens).
  // Matters to `split_by_rank` only.
  double tens_of_a_rank = 0;
};

enum Move : std::uint8_t { stand, hit, double_down, split, surrender, wait };
constexpr int moves = 5;
constexpr std::uint8_t no_move = 255;

// What the player may do with two or more cards against one upcard.
struct HandOdds {
  std::array<double, moves> ev;  // NaN: not legal, or not possible in this shoe
  std::uint8_t best;             // a Move; `wait` for a natural, whose value is ev[stand]; no_move: not possible
  bool given_no_natural;         // the condition of every ev
  std::uint8_t split_hands;      // the limit that the split's value is for: 0, or 2 … 8
  bool may_run_out;              // the split's value is formal: the shoe could run out
  double insurance;              // per debén insured, unconditional; NaN without an ace up
  double natural;                // the dealer's chance of a natural
};

constexpr int two_card_hands = 55;

// Place of a two-card hand in results: A A, A 2 … A T, 2 2, 2 3 … T T.
constexpr int two_card_place(int low, int high) { return low * 10 - low * (low - 1) / 2 + (high - low); }

// One cell of a chart, as bits: surrender if allowed, double if allowed, then hit or stand. A pair's: split, or 0.
enum Cell : std::uint8_t { cell_hit = 1, cell_double = 2, cell_surrender = 4, cell_split = 8 };

// By upcard and total: hard 4 … 21, soft 12 … 21, pairs by kind.
struct Chart {
  std::array<std::array<std::uint8_t, 22>, 10> hard{};
  std::array<std::array<std::uint8_t, 22>, 10> soft{};
  std::array<std::array<std::uint8_t, 10>, 10> pair{};
};

struct Solution {
  std::array<std::array<HandOdds, 10>, two_card_hands> hands;   // by hand, upcard
  std::array<std::array<double, 10>, two_card_hands> chance;    // of hand and upcard together, before the deal
  std::array<std::array<double, 10>, two_card_hands> by_chart;  // EV of playing the chart, conditions as in `hands`
  double optimal;                                               // pre-deal
  double by_chart_pre_deal;                                     // pre-deal, the chart's; NaN without a chart
  Chart chart;
};

struct DealerOdds {
  std::array<double, 7> chance;  // 17 … 21, bust, natural; unconditional
};

enum class ChartWish : std::uint8_t { none, derive, evaluate };

// Everything about a shoe before the deal. `evaluate` takes the chart that `solution.chart` holds.
void solve(const Rules& rules, const Shoe& shoe, Convention convention, ChartWish wish, Solution& solution);

// What the optimum does with every hand of two cards or more and 21 or less, by exact cards: `counts` receives ten counts
// a hand, `play` for each of the ten upcards a Cell (cell_split among its bits where a pair is best split). With the moves
// that are legal, that is also how a split hand is played under CDZ-. Both arrays hold ten bytes a hand.
constexpr int drawable_hands = 3072;
void optimal_play(const Rules& rules, const Shoe& shoe, std::uint8_t* counts, std::uint8_t* play);

// A hand in play; `shoe` still holds the hand and the upcard. `pairs_left` and `tens_left`: with `split_by_rank`, of the
// unseen cards how many share the tens pair's rank, of how many tens; negative where the ranks are not known.
HandOdds hand_odds(const Rules& rules, const Shoe& shoe, Convention convention, const std::array<int, 10>& hand, int up,
                   double pairs_left, double tens_left);

// The dealer's results; `shoe` holds what is unseen besides the upcard.
DealerOdds dealer_odds(const Rules& rules, const Shoe& shoe, int up);

}  // namespace zapato::odds
