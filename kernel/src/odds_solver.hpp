// The steps from stand sums to the value of every move, for the questions in odds_solve.cpp and odds_live.cpp.
//
// All totals are joint: times the chance of the hand's cards in one given order and of the upcard, and with 1 added to
// the win (odds_sums.hpp), so that a bust counts nothing and hitting is a plain sum over the next cards. A doubled or
// split hand's total is, in the same form, the initial stake plus what is won.
#pragma once

#include <array>
#include <vector>

#include "odds_sums.hpp"
#include "zapato/odds.hpp"

namespace zapato::odds {

// A shoe before the deal with the falling factorials that joint chances are made of.
struct Deck {
  double cards[kinds];
  double size;
  double step;
  double ways[kinds][copies_bound];     // c (c - 1) … for so many cards of a kind
  double per_orders[length_bound + 16];  // 1 / (N (N - 1) …) for so many cards; 0 beyond the shoe's end

  explicit Deck(const Shoe& shoe);
  Deck(const Deck& whole, int kind, int copies);  // with so many cards taken out

  double path(const Hand& hand) const { return path(hand, -1, -1); }
  // The hand's cards in one order, then the cards `next` and `after` (kinds; -1: none).
  double path(const Hand& hand, int next, int after) const;
  // The part of it that is neither of the kind `pair` nor the length.
  double path_besides(int pair, const Hand& hand, int next, int after) const;

 private:
  void fill();
};

// What the rules say about single hands.
struct Settlement {
  Rules rules;

  bool peeks(int up) const { return rules.hole == Hole::peek && (up == 0 || (up == 9 && rules.peek_on_ten)); }
  bool natural_takes_all() const { return rules.hole == Hole::enhc; }
  bool may_double(const Hand& hand) const;
  bool may_double_after_split(const Hand& hand, int pair) const;
  bool may_hit_after_split(int pair) const { return pair != 0 || rules.hit_split_aces; }
  bool may_surrender(int up) const;
  int hands_limit(int pair) const;  // 1: no split
};

// The chances around a two-card hand and an upcard.
struct Deal {
  double mass;        // of hand (in one order) and upcard
  double no_natural;  // of these, and the dealer having no natural
  double stake;       // what F starts from: no_natural, or mass where a natural takes every bet
  double chance_of_natural() const { return mass > 0 ? 1 - no_natural / mass : 0; }
};
Deal deal(const Deck& deck, const Settlement& table, const Hand& hand, int up);

constexpr int hand_bound = 3083;
using Totals = double (*)[stride];

// Upcards as bits.
using Upcards = std::uint16_t;

// A hand's move by upcard. Standing is what is left.
struct Play {
  Upcards hit[hand_bound];
  Upcards twice[hand_bound];  // two-card hands only
};

constexpr int batch_bound = 32;  // hands worked on together by the stand sums, at most

// Memory for one question; a thread keeps it, never what is in it.
struct Workspace {
  double stand[hand_bound][stride];   // F
  double best[hand_bound][stride];    // the better of standing and hitting, from there on
  Upcards hits[hand_bound];           // where hitting is the better
  Play play;
  double reach[2][hand_bound][stride];    // orders in which a hand comes about, by the columns that count them
  double doubled[2][hand_bound][stride];  // three-card hands: orders in which a double ends there
  Upcards reached[2][hand_bound];         // where `reach` is not nought
  Upcards doubled_to[2][hand_bound];      // where `doubled` is not nought
  double column[columns_bound][copies_bound][length_bound];
  double factors[2][upcards][hand_bound + batch_bound];
  std::vector<std::int16_t> order;
  std::vector<Upcards> needed;
  std::vector<double> out;
};
Workspace& workspace();

// The values of splitting one pair, by limit (2 … 8) and upcard, in F's terms.
struct SplitTotals {
  double of[limits_bound][stride];
};

// How likely pair cards of the tens' kind share the first one's rank: by how many of them besides the first,
// given that the second does. All 1 where tens match by value.
using Matching = std::array<double, 17>;
Matching matching(const Rules& rules, const Shoe& shoe);
Matching matching_known(double pairs_left, double tens_left);
Matching matching_always();
// The chance that a second ten shares the first one's rank; 1 where tens match by value.
double match_second(const Rules& rules, const Shoe& shoe);

class Solver {
 public:
  // `only_up`: one upcard, or -1 for all ten.
  Solver(const Rules& rules, const Shoe& shoe, int only_up);

  const Settlement& table() const { return table_; }
  const Deck& deck() const { return deck_; }
  unsigned needed() const { return needed_; }

  // stand[h] for the hands listed (sorted as Hands::by_band does), from a given deck.
  void sum_stands(const Deck& deck, const std::vector<std::int16_t>& list, Totals stand);
  // best[h] for the hands listed (an order in which drawing leads to later ones), drawing on without doubling; `hits`
  // receives where drawing is the better.
  void draw_optimally(const std::vector<std::int16_t>& list, const double (*stand)[stride], Totals best, Upcards* hits);
  // F of hitting or doubling a hand.
  void hit_total(int hand, const double (*best)[stride], double* sum) const;

  // How the optimum plays after a split of `pair`, the hands' `hits` being known.
  void play_optimally(int pair, const Deck& deck, const double (*stand)[stride], const double (*best)[stride],
                      const Upcards* hits, Play& play);
  // Splitting `pair` when its hands are played by `play`: all limits, the whole tree of hands.
  // With `rows` every hand of the tree is summed against every upcard, and the workspace's `order` and `out` hold F by
  // place, type of column and upcard, for the highest limit.
  void split(int pair, const Matching& match, const Play& play, SplitTotals& totals, bool rows = false);
  // The same with the optimum for each number of pair cards gone.
  void split_by_pair_cards(int pair, const Matching& match, SplitTotals& totals);

  // The columns of a split (odds_sums.hpp): plain ones for limits `from` … `to`, then as many others.
  void fill_columns(int pair, const Matching& match, int from, int to, double (*column)[copies_bound][length_bound]) const;
  SumsJob job(const Draws& draws, const Deck& deck) const;
  // What one hand of a split stakes in F's terms, its second card given, by that card's column.
  double split_stake(int pair, int second, const double (*column)[length_bound], int up) const;
  int only_up() const { return only_up_; }

 private:
  // reach and doubled of the workspace, for the hands of a split.
  void count_orders(int pair, const Play& play);
  void list_ends(int pair, const Play& play, unsigned against, bool all_rows);

  Settlement table_;
  Deck deck_;
  int only_up_;
  unsigned needed_;
};

// Whether so many hands of a pair and the dealer could draw more cards than are left.
bool may_run_out(const Deck& deck, int pair, int up, int hands);

}  // namespace zapato::odds
