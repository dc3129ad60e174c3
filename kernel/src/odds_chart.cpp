// How a chart is valued and improved. Every hand that a chart can meet is a row of one forest: the hands dealt, and for
// each pair the hands of its split (twice, for the two kinds of columns of odds_sums.hpp). A row's total is linear in the
// choice of its cell, since no hand passes through a cell twice and what follows a cell never leads back to it: so the
// gain of changing one cell is a sum over its rows of orders x difference, and exact.
#include "odds_chart.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace zapato::odds {
namespace {

constexpr int soft_cells = 22;  // cells: hard totals as they are, soft ones after them
constexpr int cells = 44;
constexpr int dealt = -1;  // the tree of the hands dealt; others are named by their pair
constexpr double tie = 1e-12;

struct Row {
  std::int16_t hand;
  std::int8_t tree;
  std::int8_t type;  // of column: 0 plain, 1 other
  std::uint8_t cell;
  bool two_cards;
};

struct Forest {
  std::vector<Row> rows;                               // trees one after the other, each in drawing order
  std::vector<std::array<std::int16_t, kinds>> next;   // -1: bust
  std::vector<std::int16_t> of_cell[cells];
  int first[kinds + 1][2];                             // of tree (pair + 1) and type
  int last[kinds + 1][2];
  std::int16_t root[kinds + 1][kinds][kinds];          // by both cards
};

int cell_of(const Hand& hand) { return hand.total + (hand.soft ? soft_cells : 0); }

Forest build_forest() {
  const Hands& all = hands();
  Forest forest;
  std::vector<std::int16_t> row_of(all.hands.size());
  for (int tree = dealt; tree < kinds; ++tree) {
    for (int type = 0; type < (tree == dealt ? 1 : 2); ++type) {
      std::fill(row_of.begin(), row_of.end(), std::int16_t{-1});
      const int first = static_cast<int>(forest.rows.size());
      const auto& list = tree == dealt ? all.all : all.with_pair_card[tree];
      for (const std::int16_t hand : list) {
        const Hand& own = all.hands[hand];
        if (own.cards < 2 || (type == 1 && own.counts[tree] < 2)) continue;
        const auto row = static_cast<std::int16_t>(forest.rows.size());
        row_of[hand] = row;
        forest.rows.push_back({hand, static_cast<std::int8_t>(tree), static_cast<std::int8_t>(type),
                               static_cast<std::uint8_t>(cell_of(own)), own.cards == 2});
        forest.of_cell[cell_of(own)].push_back(row);
      }
      const int last = static_cast<int>(forest.rows.size());
      for (int row = first; row < last; ++row) {
        std::array<std::int16_t, kinds> next{};
        for (int kind = 0; kind < kinds; ++kind) {
          const std::int16_t after = all.next[forest.rows[row].hand][kind];
          next[kind] = after < 0 ? std::int16_t{-1} : row_of[after];
        }
        forest.next.push_back(next);
      }
      forest.first[tree + 1][type] = first;
      forest.last[tree + 1][type] = last;
      for (int low = 0; low < kinds; ++low) {
        for (int high = 0; high < kinds; ++high) {
          if (tree == dealt) forest.root[0][low][high] = row_of[all.two[low][high]];
          if (tree == low && (low == high) == (type == 1)) forest.root[tree + 1][low][high] = row_of[all.two[low][high]];
        }
      }
    }
  }
  return forest;
}

const Forest& forest() {
  static const Forest built = build_forest();
  return built;
}

using Line = double[stride];

struct Aligned {
  Line at;
};

// Memory for one chart; a thread keeps it, never what is in it.
struct Lines {
  std::vector<Aligned> stand, value, reach;
};

Lines& lines() {
  static thread_local Lines kept;
  const std::size_t rows = forest().rows.size();
  for (auto* each : {&kept.stand, &kept.value, &kept.reach}) each->resize(rows);
  return kept;
}

}  // namespace

class ChartSolver {
 public:
  ChartSolver(Solver& solver, double same_rank, Chart& chart)
      : solver_(solver), table_(solver.table()), forest_(forest()), chart_(chart), same_rank_(same_rank),
        stand_(lines().stand), value_(lines().value), reach_(lines().reach) {
    for (int pair = 0; pair < kinds; ++pair) {
      active_[pair] = table_.hands_limit(pair) > 1 && solver.deck().ways[pair][2] > 0;
    }
    fill_dealt();
  }

  // From the rows that Solver::split has left in the workspace.
  void take_split(int pair) {
    const Workspace& work = workspace();
    const Hands& all = hands();
    const int limits = table_.hands_limit(pair) - 1;
    std::vector<int> place(all.hands.size(), -1);
    for (std::size_t at = 0; at < work.order.size(); ++at) place[work.order[at]] = static_cast<int>(at);
    for (int type = 0; type < 2; ++type) {
      for (int row = forest_.first[pair + 1][type]; row < forest_.last[pair + 1][type]; ++row) {
        const int at = place[forest_.rows[row].hand];
        if (at >= 0) std::copy_n(&work.out[(at * 2 + type) * stride], stride, stand_[row].at);
      }
    }
    for (int kind = 0; kind < kinds; ++kind) {
      const int row = forest_.root[pair + 1][pair][kind];
      const Hand& hand = all.hands[forest_.rows[row].hand];
      TwoCards& two = two_of(row);
      two.doubles = table_.may_double_after_split(hand, pair);
      for (int up = 0; up < upcards; ++up) {
        two.stake[up] = solver_.split_stake(pair, kind, work.column[kind == pair ? 2 * limits - 1 : limits - 1], up);
        two.surrender[up] = 0;
      }
      fill_double(row);
    }
  }

  void derive() {
    start();
    for (int sweep = 0; sweep < 60; ++sweep) {
      spread();
      if (!improve()) return;
    }
  }

  void evaluate() {
    for (const int cell : order_of_cells()) value_cell(cell, false);
    value_splits();
  }

  // F of a dealt hand by the chart, and whether it is split.
  double total(int low, int high, int up) const {
    return low == high && splits(low, up) ? split_total_[low].at[up] : as_total(low, high, up);
  }
  double as_total(int low, int high, int up) const { return two_card_value(forest_.root[0][low][high], up, choice(low, high, up)); }
  bool splits(int pair, int up) const { return active_[pair] && (chart_.pair[up][pair] & cell_split) != 0; }

 private:
  struct TwoCards {
    Line twice;      // doubling, where legal
    Line surrender;  // where legal
    Line stake;
    bool doubles;
  };

  std::uint8_t choice(int low, int high, int up) const {
    return choice(forest_.rows[forest_.root[0][low][high]].cell, up);
  }
  std::uint8_t choice(int cell, int up) const {
    return cell < soft_cells ? chart_.hard[up][cell] : chart_.soft[up][cell - soft_cells];
  }
  std::uint8_t& choice_of(int cell, int up) {
    return cell < soft_cells ? chart_.hard[up][cell] : chart_.soft[up][cell - soft_cells];
  }

  // Later cells of a hand first.
  static std::vector<int> order_of_cells() {
    std::vector<int> order{21, soft_cells + 21};
    for (int total = 20; total >= 12; --total) order.push_back(total);
    for (int total = 20; total >= 12; --total) order.push_back(soft_cells + total);
    for (int total = 11; total >= 4; --total) order.push_back(total);
    return order;
  }

  void fill_dealt() {
    const auto& stand = workspace().stand;
    for (int row = forest_.first[0][0]; row < forest_.last[0][0]; ++row) {
      std::copy_n(stand[forest_.rows[row].hand], stride, stand_[row].at);
    }
    for (int low = 0; low < kinds; ++low) {
      for (int high = low; high < kinds; ++high) {
        const int row = forest_.root[0][low][high];
        const Hand& hand = hands().hands[forest_.rows[row].hand];
        TwoCards& two = two_of(row);
        two.doubles = table_.may_double(hand);
        for (int up = 0; up < upcards; ++up) {
          const Deal here = deal(solver_.deck(), table_, hand, up);
          two.stake[up] = here.stake;
          two.surrender[up] = (table_.rules.surrender == Surrender::early ? here.mass : here.no_natural) / 2;
        }
        fill_double(row);
      }
    }
  }

  void fill_double(int row) {
    TwoCards& two = two_of(row);
    if (!two.doubles) return;
    for (int up = 0; up < upcards; ++up) two.twice[up] = -two.stake[up];
    for (const std::int16_t next : forest_.next[row]) {
      if (next < 0) break;
      for (int up = 0; up < upcards; ++up) two.twice[up] += 2 * stand_[next].at[up];
    }
  }

  TwoCards& two_of(int row) { return two_[place_of(row)]; }
  const TwoCards& two_of(int row) const { return two_[place_of(row)]; }
  int place_of(int row) const {
    const Row& own = forest_.rows[row];
    const Hand& hand = hands().hands[own.hand];
    int low = 0;
    while (hand.counts[low] == 0) ++low;
    int high = kinds - 1;
    while (hand.counts[high] == 0) --high;
    return own.tree == dealt ? two_card_place(low, high) : two_card_hands + own.tree * kinds + (own.tree == low ? high : low);
  }

  bool played_on(const Row& row) const {  // whether the chart has a say
    return row.cell % soft_cells != 21 && (row.tree != 0 || table_.may_hit_after_split(0));
  }
  bool active(const Row& row) const { return row.tree == dealt || active_[static_cast<int>(row.tree)]; }

  double two_card_value(int row, int up, std::uint8_t made) const {
    const Row& own = forest_.rows[row];
    const TwoCards& two = two_of(row);
    if (!played_on(own)) return stand_[row].at[up];
    if (own.tree == dealt && (made & cell_surrender) != 0 && table_.may_surrender(up)) return two.surrender[up];
    if ((made & cell_double) != 0 && two.doubles) return two.twice[up];
    return (made & cell_hit) != 0 ? hit_of(row, up) : stand_[row].at[up];
  }

  double hit_of(int row, int up) const {
    double sum = 0;
    for (const std::int16_t next : forest_.next[row]) {
      if (next < 0) break;
      sum += value_[next].at[up];
    }
    return sum;
  }

  void start() {
    for (int up = 0; up < upcards; ++up) {
      for (int total = 4; total <= 21; ++total) chart_.hard[up][total] = total < 17 ? cell_hit : 0;
      for (int total = 12; total <= 21; ++total) chart_.soft[up][total] = total < 18 ? cell_hit : 0;
      chart_.pair[up].fill(0);
    }
  }

  // reach: in how many orders each row comes about by the chart as it is.
  void spread() {
    for (Aligned& line : reach_) std::fill_n(line.at, stride, 0.0);
    for (int low = 0; low < kinds; ++low) {
      for (int high = low; high < kinds; ++high) {
        for (int up = 0; up < upcards; ++up) {
          double& reach = reach_[forest_.root[0][low][high]].at[up];
          reach = low == high ? 1 : 2;
          if (low == high && splits(low, up)) reach -= low == 9 ? same_rank_ : 1;
        }
      }
    }
    for (int pair = 0; pair < kinds; ++pair) {
      for (int kind = 0; kind < kinds && active_[pair]; ++kind) {
        for (int up = 0; up < upcards; ++up) {
          reach_[forest_.root[pair + 1][pair][kind]].at[up] = splits(pair, up) ? (pair == 9 ? same_rank_ : 1) : 0;
        }
      }
    }
    for (std::size_t row = 0; row < forest_.rows.size(); ++row) {
      const Row& own = forest_.rows[row];
      if (!active(own) || !played_on(own)) continue;
      Line hit;
      bool any = false;
      for (int up = 0; up < upcards; ++up) {
        const std::uint8_t made = choice(own.cell, up);
        bool on = (made & cell_hit) != 0;
        if (own.two_cards) {
          if (own.tree == dealt && (made & cell_surrender) != 0 && table_.may_surrender(up)) on = false;
          if ((made & cell_double) != 0 && two_of(static_cast<int>(row)).doubles) on = false;
        }
        hit[up] = on ? reach_[row].at[up] : 0;
        any = any || hit[up] != 0;
      }
      if (!any) continue;
      for (const std::int16_t next : forest_.next[row]) {
        if (next < 0) break;
        for (int up = 0; up < upcards; ++up) reach_[next].at[up] += hit[up];
      }
    }
  }

  // What a cell's rows bring, by what is done. Rows of more cards, and two cards that may do no more than they, only
  // stand or hit; the other sums are over two cards that may double, may surrender, or both.
  struct Sums {
    Line stand, hit;
    Line free_stand, free_hit, free_double;                              // may double, not surrender
    Line dealt_stand, dealt_hit, dealt_surrender;                        // may surrender, not double
    Line both_stand, both_hit, both_double, both_surrender;
    Line weight, free_weight, dealt_weight, both_weight;                 // of the rows in each of these four
  };

  // Of the rows that come down to standing or hitting.
  static double weight_of_last(const Sums& sums, int up, std::uint8_t made) {
    const bool doubles = (made & cell_double) != 0;
    const bool gives_up = (made & cell_surrender) != 0;
    return sums.weight[up] + (doubles ? 0 : sums.free_weight[up]) + (gives_up ? 0 : sums.dealt_weight[up]) +
           (doubles || gives_up ? 0 : sums.both_weight[up]);
  }

  static double worth(const Sums& sums, int up, std::uint8_t made) {
    const bool hits = (made & cell_hit) != 0;
    const bool doubles = (made & cell_double) != 0;
    const bool gives_up = (made & cell_surrender) != 0;
    double worth = hits ? sums.hit[up] : sums.stand[up];
    worth += doubles ? sums.free_double[up] : hits ? sums.free_hit[up] : sums.free_stand[up];
    worth += gives_up ? sums.dealt_surrender[up] : hits ? sums.dealt_hit[up] : sums.dealt_stand[up];
    worth += gives_up  ? sums.both_surrender[up]
             : doubles ? sums.both_double[up]
             : hits    ? sums.both_hit[up]
                       : sums.both_stand[up];
    return worth;
  }

  // The value of each of the cell's rows by the chart, the later cells being valued; with `better`, the best choice first.
  bool value_cell(int cell, bool better) {
    Sums sums{};
    const bool forced = cell % soft_cells == 21;
    for (const std::int16_t row : forest_.of_cell[cell]) {
      const Row& own = forest_.rows[row];
      if (!active(own)) continue;
      double* value = value_[row].at;
      const double* stand = stand_[row].at;
      if (forced || !played_on(own)) {
        std::copy_n(stand, stride, value);
        continue;
      }
      std::fill_n(value, stride, 0.0);
      for (const std::int16_t next : forest_.next[row]) {
        if (next < 0) break;
        for (int up = 0; up < upcards; ++up) value[up] += value_[next].at[up];
      }
      if (better) add(sums, row, value);
    }
    if (forced) return false;
    bool changed = false;
    for (int up = 0; up < upcards; ++up) {
      std::uint8_t& made = choice_of(cell, up);
      if (better) {
        std::uint8_t best = best_choice(sums, up);
        if (!(weight_of_last(sums, up, best) > 0)) best = with_last_unreached(cell, up, best);
        changed = changed || best != made;
        made = best;
      }
    }
    for (const std::int16_t row : forest_.of_cell[cell]) {
      const Row& own = forest_.rows[row];
      if (!active(own) || !played_on(own)) continue;
      double* value = value_[row].at;
      for (int up = 0; up < upcards; ++up) {
        const std::uint8_t made = choice(cell, up);
        if ((made & cell_hit) == 0) value[up] = stand_[row].at[up];
        // A dealt hand's own surrender and double are looked up where it is the first to act: nothing is drawn to it.
        if (own.two_cards && own.tree != dealt && (made & cell_double) != 0 && two_of(row).doubles) {
          value[up] = two_of(row).twice[up];
        }
      }
    }
    return changed;
  }

  void add(Sums& sums, int row, const double* hit) const {
    const Row& own = forest_.rows[row];
    const double* stand = stand_[row].at;
    const double* reach = reach_[row].at;
    if (!own.two_cards) {
      for (int up = 0; up < upcards; ++up) {
        sums.stand[up] += reach[up] * stand[up];
        sums.hit[up] += reach[up] * hit[up];
        sums.weight[up] += reach[up];
      }
      return;
    }
    const TwoCards& two = two_of(row);
    for (int up = 0; up < upcards; ++up) {
      const bool gives_up = own.tree == dealt && table_.may_surrender(up);
      const double here = reach[up];
      if (two.doubles && gives_up) {
        sums.both_stand[up] += here * stand[up];
        sums.both_hit[up] += here * hit[up];
        sums.both_double[up] += here * two.twice[up];
        sums.both_surrender[up] += here * two.surrender[up];
        sums.both_weight[up] += here;
      } else if (two.doubles) {
        sums.free_stand[up] += here * stand[up];
        sums.free_hit[up] += here * hit[up];
        sums.free_double[up] += here * two.twice[up];
        sums.free_weight[up] += here;
      } else if (gives_up) {
        sums.dealt_stand[up] += here * stand[up];
        sums.dealt_hit[up] += here * hit[up];
        sums.dealt_surrender[up] += here * two.surrender[up];
        sums.dealt_weight[up] += here;
      } else {
        sums.stand[up] += here * stand[up];
        sums.hit[up] += here * hit[up];
        sums.weight[up] += here;
      }
    }
  }

  static std::uint8_t best_choice(const Sums& sums, int up) {
    std::uint8_t best = 0;
    double most = worth(sums, up, best);
    for (const int made : {+cell_hit, +cell_double, cell_double | cell_hit, +cell_surrender, cell_surrender | cell_hit,
                           cell_surrender | cell_double, cell_surrender | cell_double | cell_hit}) {
      const double other = worth(sums, up, static_cast<std::uint8_t>(made));
      if (other > most + tie) {
        most = other;
        best = static_cast<std::uint8_t>(made);
      }
    }
    return best;
  }

  // Where no hand comes down to standing or hitting, the chart shows what would be right if every hand drew on to here
  // and no pair were split; where there are such hands, those of three cards and more decide.
  std::uint8_t with_last_unreached(int cell, int up, std::uint8_t made) const {
    for (const bool two_cards : {false, true}) {
      double stands = 0;
      double hits = 0;
      for (const std::int16_t row : forest_.of_cell[cell]) {
        const Row& own = forest_.rows[row];
        if (own.tree != dealt || own.two_cards != two_cards) continue;
        const Hand& hand = hands().hands[own.hand];
        double orders = 1;
        int drawn = 0;
        for (int kind = 0; kind < kinds; ++kind) {
          for (int copy = 1; copy <= hand.counts[kind]; ++copy) orders = orders * ++drawn / copy;
        }
        stands += orders * stand_[row].at[up];
        hits += orders * value_[row].at[up];
      }
      if (stands == 0 && hits == 0) continue;
      return static_cast<std::uint8_t>((made & ~cell_hit) | (hits > stands ? cell_hit : 0));
    }
    return made;
  }

  void value_splits() {
    for (int pair = 0; pair < kinds; ++pair) {
      if (!active_[pair]) continue;
      const Hand& both = hands().hands[hands().two[pair][pair]];
      for (int up = 0; up < upcards; ++up) {
        double total = deal(solver_.deck(), table_, both, up).stake;
        for (int kind = 0; kind < kinds; ++kind) {
          const int row = forest_.root[pair + 1][pair][kind];
          total += value_[row].at[up] - two_of(row).stake[up];
        }
        split_total_[pair].at[up] = total;
      }
    }
  }

  bool improve() {
    bool changed = false;
    for (const int cell : order_of_cells()) changed = value_cell(cell, true) || changed;
    value_splits();
    for (int pair = 0; pair < kinds; ++pair) {
      for (int up = 0; up < upcards && active_[pair]; ++up) {
        const double gain = split_total_[pair].at[up] - as_total(pair, pair, up);
        const std::uint8_t best = gain * (pair == 9 ? same_rank_ : 1) > tie ? cell_split : 0;
        changed = changed || best != chart_.pair[up][pair];
        chart_.pair[up][pair] = best;
      }
    }
    return changed;
  }

  Solver& solver_;
  const Settlement& table_;
  const Forest& forest_;
  Chart& chart_;
  double same_rank_;
  bool active_[kinds];
  std::vector<Aligned>& stand_;
  std::vector<Aligned>& value_;
  std::vector<Aligned>& reach_;
  std::array<TwoCards, two_card_hands + kinds * kinds> two_;
  Aligned split_total_[kinds];
};

Charts::Charts(Solver& solver, double same_rank, Chart& chart)
    : solver_(solver), same_rank_(same_rank), charts_(std::make_unique<ChartSolver>(solver, same_rank, chart)) {}

Charts::~Charts() = default;

void Charts::take_split(int pair) { charts_->take_split(pair); }

void Charts::answer(ChartWish wish, Solution& solution) {
  ChartSolver& charts = *charts_;
  if (wish == ChartWish::derive) {
    charts.derive();
  } else {
    charts.evaluate();
  }
  solution.by_chart_pre_deal = 0;
  const Settlement& table = solver_.table();
  for (int low = 0; low < kinds; ++low) {
    for (int high = low; high < kinds; ++high) {
      const Hand& hand = hands().hands[hands().two[low][high]];
      for (int up = 0; up < upcards; ++up) {
        const Deal here = deal(solver_.deck(), table, hand, up);
        const bool natural = hand.total == 21;
        double& told = solution.by_chart[two_card_place(low, high)][up];
        told = std::numeric_limits<double>::quiet_NaN();
        if (!(here.mass > 0)) continue;
        const double total = natural ? here.mass + table.rules.natural_pays * here.no_natural : charts.total(low, high, up);
        const bool early = table.may_surrender(up) && table.rules.surrender == Surrender::early;
        const double per = table.peeks(up) && !early && !natural ? here.no_natural : here.mass;
        if (per > 0) told = total / per - 1;
        double won = total - here.mass;
        if (low == 9 && high == 9 && charts.splits(9, up)) {
          won = same_rank_ * won + (1 - same_rank_) * (charts.as_total(9, 9, up) - here.mass);
        }
        solution.by_chart_pre_deal += (low == high ? 1 : 2) * won;
      }
    }
  }
}

}  // namespace zapato::odds
