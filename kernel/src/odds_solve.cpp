// Answers: the whole shoe before the deal, a hand in play, the dealer.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "odds_chart.hpp"
#include "odds_solver.hpp"

namespace zapato::odds {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

void check(const Rules& rules, const Shoe& shoe) {
  double sum = 0;
  for (const double cards : shoe.cards) {
    if (!(cards >= 0) || (!shoe.endless && cards != std::floor(cards))) {
      throw std::invalid_argument("a shoe holds whole numbers of cards, none negative");
    }
    sum += cards;
  }
  if (!shoe.endless && sum > 1000) throw std::invalid_argument("a shoe holds at most 1000 cards");
  if (sum <= 0) throw std::invalid_argument("the shoe is empty");
  if (rules.max_hands < 1 || rules.max_hands > 8) throw std::invalid_argument("hands per box are 1 to 8");
}

// The pairs' values by kind, as far as they may be split.
struct Splits {
  std::array<SplitTotals, kinds> of;

  // The workspace holds the game without splits for the pair's hands. CDP is not a play of its own but a value for each
  // number of pair cards gone, and overwrites that memory: it comes after this.
  void fill(Solver& solver, Convention convention, const Matching& match, int pair, bool rows) {
    Workspace& work = workspace();
    if (convention == Convention::cdp1) {
      const Deck left(solver.deck(), pair, 1);
      const auto own_stand = std::make_unique<double[][stride]>(hand_bound);
      const auto own_best = std::make_unique<double[][stride]>(hand_bound);
      const auto own_hits = std::make_unique<Upcards[]>(hand_bound);
      solver.sum_stands(left, hands().with_pair_card_by_band[pair], own_stand.get());
      solver.draw_optimally(hands().with_pair_card[pair], own_stand.get(), own_best.get(), own_hits.get());
      solver.play_optimally(pair, left, own_stand.get(), own_best.get(), own_hits.get(), work.play);
    } else {
      solver.play_optimally(pair, solver.deck(), work.stand, work.best, work.hits, work.play);
    }
    solver.split(pair, match, work.play, of[pair], rows);
  }
};

// From totals to what is told of one hand and one upcard. `totals`: F of stand, hit, double, split; NaN: not legal.
HandOdds told(const Solver& solver, const Hand& hand, int up, const std::array<double, 4>& totals, int split_limit) {
  const Settlement& table = solver.table();
  const Deal here = deal(solver.deck(), table, hand, up);
  HandOdds odds{};
  odds.ev.fill(nan);
  odds.best = no_move;
  odds.insurance = nan;
  odds.natural = here.chance_of_natural();
  if (!(here.mass > 0)) return odds;
  if (up == 0) odds.insurance = 3 * odds.natural - 1;
  if (hand.cards == 2 && hand.total == 21) {
    odds.ev[stand] = table.rules.natural_pays * here.no_natural / here.mass;
    odds.best = wait;
    return odds;
  }
  const bool surrenders = hand.cards == 2 && table.may_surrender(up);
  const bool early = surrenders && table.rules.surrender == Surrender::early;
  odds.given_no_natural = table.peeks(up) && !early;
  const double per = odds.given_no_natural ? here.no_natural : here.mass;
  if (!(per > 0)) return odds;  // the dealer can't but have a natural
  for (int move = stand; move <= split; ++move) odds.ev[move] = totals[move] / per - 1;
  if (surrenders) odds.ev[surrender] = (early ? here.mass : here.no_natural) / 2 / per - 1;
  odds.split_hands = static_cast<std::uint8_t>(split_limit);
  // What float sums can't tell apart is a tie, which goes to the earlier move.
  constexpr double tie = 1e-13;
  for (int move = stand; move < moves; ++move) {
    static constexpr std::array<int, moves> order{stand, hit, double_down, surrender, split};
    const double value = odds.ev[order[move]];
    if (!std::isnan(value) && (odds.best == no_move || value > odds.ev[odds.best] + tie)) {
      odds.best = static_cast<std::uint8_t>(order[move]);
    }
  }
  return odds;
}

// The best limit's total, and the limit.
std::pair<double, int> best_limit(const SplitTotals& totals, int limit, int up) {
  int best = 2;
  for (int other = 3; other <= limit; ++other) {
    if (totals.of[other - 2][up] > totals.of[best - 2][up]) best = other;
  }
  return {totals.of[best - 2][up], best};
}

}  // namespace

void solve(const Rules& rules, const Shoe& shoe, Convention convention, ChartWish wish, Solution& solution) {
  check(rules, shoe);
  Solver solver(rules, shoe, -1);
  const Settlement& table = solver.table();
  const Hands& all = hands();
  Workspace& work = workspace();

  solver.sum_stands(solver.deck(), all.all_by_band, work.stand);
  solver.draw_optimally(all.all, work.stand, work.best, work.hits);
  const Matching match = matching(rules, shoe);
  Splits splits;
  // CDP borrows the totals' memory for its own decks, so it comes after what needs the game's.
  std::array<std::array<std::array<double, 4>, kinds>, two_card_hands> totals;
  for (int low = 0; low < kinds; ++low) {
    for (int high = low; high < kinds; ++high) {
      const int at = all.two[low][high];
      double hits[stride];
      double twice[stride];
      solver.hit_total(at, work.best, hits);
      solver.hit_total(at, work.stand, twice);
      const bool doubles = table.may_double(all.hands[at]);
      for (int up = 0; up < upcards; ++up) {
        const double stake = deal(solver.deck(), table, all.hands[at], up).stake;
        totals[two_card_place(low, high)][up] = {work.stand[at][up], hits[up], doubles ? 2 * twice[up] - stake : nan, nan};
      }
    }
  }
  const double same_rank = match_second(rules, shoe);
  std::optional<Charts> charts;
  if (wish != ChartWish::none) charts.emplace(solver, same_rank, solution.chart);
  for (int pair = 0; pair < kinds; ++pair) {
    if (table.hands_limit(pair) < 2 || !(solver.deck().ways[pair][2] > 0)) continue;
    splits.fill(solver, convention, match, pair, charts.has_value());
    if (charts) charts->take_split(pair);
    if (convention == Convention::cdp) solver.split_by_pair_cards(pair, match, splits.of[pair]);
  }
  if (charts) {
    charts->answer(wish, solution);
  } else {
    solution.by_chart_pre_deal = nan;
  }

  solution.optimal = 0;
  for (int low = 0; low < kinds; ++low) {
    for (int high = low; high < kinds; ++high) {
      const Hand& hand = all.hands[all.two[low][high]];
      const int place = two_card_place(low, high);
      for (int up = 0; up < upcards; ++up) {
        std::array<double, 4> own = totals[place][up];
        const Deal here = deal(solver.deck(), table, hand, up);
        int limit = 0;
        if (low == high && here.mass > 0 && table.hands_limit(low) > 1) {
          std::tie(own[split], limit) = best_limit(splits.of[low], table.hands_limit(low), up);
        }
        HandOdds& odds = solution.hands[place][up];
        odds = told(solver, hand, up, own, limit);
        odds.may_run_out = limit > 0 && may_run_out(solver.deck(), low, up, limit);
        const double chance = here.mass * (low == high ? 1 : 2);
        solution.chance[place][up] = chance;
        if (odds.best == no_move) {
          solution.optimal -= chance;  // a certain dealer natural
          continue;
        }
        const auto before_peek = [&](double ev) {
          return odds.given_no_natural ? ev * (1 - odds.natural) - odds.natural : ev;
        };
        double value = before_peek(odds.best == wait ? odds.ev[stand] : odds.ev[odds.best]);
        if (low == 9 && high == 9 && odds.best == split) {
          double rest = odds.ev[stand];
          for (const int move : {hit, double_down, surrender}) rest = std::fmax(rest, odds.ev[move]);
          value = same_rank * value + (1 - same_rank) * before_peek(rest);
        }
        solution.optimal += chance * value;
      }
    }
  }
}

void optimal_play(const Rules& rules, const Shoe& shoe, std::uint8_t* counts, std::uint8_t* play) {
  const auto solution = std::make_unique<Solution>();
  solve(rules, shoe, Convention::cdz, ChartWish::none, *solution);
  const Solver solver(rules, shoe, -1);
  const Hands& all = hands();
  const Workspace& work = workspace();  // as solve has left it
  for (std::size_t place = 0; place < all.all.size(); ++place) {
    const int at = all.all[place];
    const Hand& hand = all.hands[at];
    std::copy(std::begin(hand.counts), std::end(hand.counts), counts + place * kinds);
    double hits[stride];
    double twice[stride];
    solver.hit_total(at, work.best, hits);
    solver.hit_total(at, work.stand, twice);
    const bool doubles = solver.table().may_double(hand);
    for (int up = 0; up < upcards; ++up) {
      std::uint8_t& made = play[place * kinds + up];
      made = 0;
      if (hand.total == 21) continue;
      const Deal here = deal(solver.deck(), solver.table(), hand, up);
      double best = work.stand[at][up];
      if (hits[up] > best) {
        best = hits[up];
        made = cell_hit;
      }
      if (doubles && 2 * twice[up] - here.stake > best) {
        best = 2 * twice[up] - here.stake;
        made |= cell_double;
      }
      if (hand.cards == 2 && solver.table().may_surrender(up)) {
        const double back = (rules.surrender == Surrender::early ? here.mass : here.no_natural) / 2;
        if (back > best) made |= cell_surrender;
      }
    }
  }
  for (std::size_t place = 0; place < all.all.size(); ++place) {
    const Hand& hand = all.hands[all.all[place]];
    if (hand.cards != 2) continue;
    int low = 0;
    while (hand.counts[low] == 0) ++low;
    if (hand.counts[low] != 2) continue;
    for (int up = 0; up < upcards; ++up) {
      if (solution->hands[two_card_place(low, low)][up].best == split) play[place * kinds + up] |= cell_split;
    }
  }
}

HandOdds hand_odds(const Rules& rules, const Shoe& shoe, Convention convention, const std::array<int, 10>& cards, int up,
                   double pairs_left, double tens_left) {
  check(rules, shoe);
  if (up < 0 || up >= upcards) throw std::invalid_argument("an upcard is one of ten kinds");
  int counts[kinds];
  std::copy(cards.begin(), cards.end(), counts);
  const int at = hands().find(counts);
  if (at < 0 || hands().hands[at].cards < 2) throw std::invalid_argument("a hand in play has two cards or more and 21 at most");
  const Hand& hand = hands().hands[at];
  Solver solver(rules, shoe, up);
  const Settlement& table = solver.table();
  Workspace& work = workspace();

  int pair = -1;
  if (hand.cards == 2) {
    for (int kind = 0; kind < kinds; ++kind) {
      if (hand.counts[kind] == 2 && table.hands_limit(kind) > 1) pair = kind;
    }
  }
  // The hands of a split are played as the game without splits has it, which takes all hands with one such card.
  const bool whole_tree = pair >= 0 && table.may_hit_after_split(pair);
  const std::vector<std::int16_t> list = whole_tree ? hands().with_pair_card[pair] : hands().from(at);
  solver.sum_stands(solver.deck(), whole_tree ? hands().with_pair_card_by_band[pair] : hands().by_band(list, -1), work.stand);
  solver.draw_optimally(list, work.stand, work.best, work.hits);
  const Deal here = deal(solver.deck(), table, hand, up);
  std::array<double, 4> totals{work.stand[at][up], nan, nan, nan};
  if (hand.total < 21) {
    double sum[stride];
    solver.hit_total(at, work.best, sum);
    totals[hit] = sum[up];
    if (table.may_double(hand)) {
      solver.hit_total(at, work.stand, sum);
      totals[double_down] = 2 * sum[up] - here.stake;
    }
  }
  int limit = 0;
  if (pair >= 0 && here.mass > 0) {
    const Matching match = pair == 9 && rules.split_by_rank && pairs_left >= 0 ? matching_known(pairs_left, tens_left)
                                                                                : matching(rules, shoe);
    Splits splits;
    if (convention == Convention::cdp) {
      solver.split_by_pair_cards(pair, match, splits.of[pair]);
    } else {
      splits.fill(solver, convention, match, pair, false);
    }
    std::tie(totals[split], limit) = best_limit(splits.of[pair], table.hands_limit(pair), up);
  }
  HandOdds odds = told(solver, hand, up, totals, limit);
  odds.may_run_out = limit > 0 && may_run_out(solver.deck(), pair, up, limit);
  return odds;
}

DealerOdds dealer_odds(const Rules& rules, const Shoe& shoe, int up) {
  check(rules, shoe);
  if (up < 0 || up >= upcards) throw std::invalid_argument("an upcard is one of ten kinds");
  const Deck deck(shoe);
  const Draws& all = draws(rules.hit_soft_17, -1, up);
  DealerOdds odds{};
  double stood = 0;
  struct Drawn {
    double product = 1;
    std::array<int, kinds> counts{};  // besides the upcard, which the shoe no longer holds
  };
  std::vector<Drawn> drawn(all.nodes.size() + 1);
  const Term* term = all.terms.data();
  for (const Run& run : all.runs) {
    for (std::size_t node = run.first; node < run.last; ++node) {
      const Draw& draw = all.nodes[node];
      Drawn& own = drawn[node + 1];
      if (draw.cards > 1) {
        own = drawn[draw.parent_node];
        own.product *= std::max(0.0, deck.cards[draw.card] - deck.step * own.counts[draw.card]);
        ++own.counts[draw.card];
      }
      for (int place = 0; place < run.terms; ++place, ++term) {
        const double weight = term->orders * own.product * deck.per_orders[draw.cards];
        for (int kind = 0; kind < kinds; ++kind) {
          const int total = final_total(rules.hit_soft_17, draw.form, kind);
          if (total == 0) continue;
          const double chance = weight * std::max(0.0, deck.cards[kind] - deck.step * own.counts[kind]);
          odds.chance[total - 17] += chance;
          stood += chance;
        }
      }
    }
  }
  if (up == 0 || up == 9) odds.chance[6] = deck.cards[9 - up] / deck.size;
  odds.chance[5] = 1 - stood - odds.chance[6];
  return odds;
}

}  // namespace zapato::odds
