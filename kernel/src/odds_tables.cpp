#include "odds_tables.hpp"

#include <algorithm>
#include <mutex>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace zapato::odds {
namespace {

using Counts = std::array<std::uint8_t, kinds>;

int low_total(const Counts& counts) {
  int low = 0;
  for (int kind = 0; kind < kinds; ++kind) low += counts[kind] * points(kind);
  return low;
}

// A multiset as one number, five bits a kind.
using Code = std::uint64_t;
constexpr Code one_of(int kind) { return Code{1} << (5 * kind); }
Code code_of(const Counts& counts) {
  Code code = 0;
  for (int kind = 0; kind < kinds; ++kind) code += counts[kind] * one_of(kind);
  return code;
}

// Every multiset with a low total of at most `most`, by rising low total.
std::vector<Counts> multisets(int most) {
  std::vector<Counts> found;
  Counts counts{};
  const auto extend = [&](auto&& self, int kind, int left) -> void {
    if (kind == kinds) {
      found.push_back(counts);
      return;
    }
    for (int copies = 0; copies * points(kind) <= left; ++copies) {
      counts[kind] = static_cast<std::uint8_t>(copies);
      self(self, kind + 1, left - copies * points(kind));
    }
    counts[kind] = 0;
  };
  extend(extend, 0, most);
  std::stable_sort(found.begin(), found.end(),
                   [](const Counts& a, const Counts& b) { return low_total(a) < low_total(b); });
  return found;
}

Hands build_hands() {
  Hands built;
  std::unordered_map<Code, int> place;
  for (const Counts& counts : multisets(21)) {
    Hand hand;
    std::copy(counts.begin(), counts.end(), hand.counts);
    for (const int count : counts) hand.cards = static_cast<std::uint8_t>(hand.cards + count);
    hand.low = static_cast<std::uint8_t>(low_total(counts));
    hand.soft = counts[0] > 0 && hand.low <= 11;
    hand.total = static_cast<std::uint8_t>(hand.low + (hand.soft ? 10 : 0));
    hand.band = static_cast<std::uint8_t>(std::max(0, hand.total - 16));
    place[code_of(counts)] = static_cast<int>(built.hands.size());
    for (int kind = 0; kind < kinds; ++kind) {
      if (counts[kind] > 0 && hand.cards > 1) built.with_pair_card[kind].push_back(static_cast<std::int16_t>(built.hands.size()));
    }
    if (hand.cards > 1) built.all.push_back(static_cast<std::int16_t>(built.hands.size()));
    built.hands.push_back(hand);
  }
  for (const Hand& hand : built.hands) {
    std::array<std::int16_t, kinds> next{};
    for (int kind = 0; kind < kinds; ++kind) {
      Counts after;
    std::copy(std::begin(hand.counts), std::end(hand.counts), after.begin());
      const auto found = place.find(code_of(after) + one_of(kind));
      next[kind] = static_cast<std::int16_t>(found == place.end() ? -1 : found->second);
    }
    built.next.push_back(next);
  }
  built.all_by_band = built.by_band(built.all, -1);
  for (int kind = 0; kind < kinds; ++kind) {
    built.with_pair_card_by_band[kind] = built.by_band(built.with_pair_card[kind], kind);
  }
  for (int first = 0; first < kinds; ++first) {
    for (int second = 0; second < kinds; ++second) built.two[first][second] = built.next[built.next[0][first]][second];
  }
  return built;
}

// Forms: 0 … 16 hard totals, 17 + low total for soft ones, and a lone ten, whose ace would be a natural.
constexpr int soft_form = 17;
constexpr int lone_ten_form = 31;

int form_of(const Counts& counts) {
  const int low = low_total(counts);
  int cards = 0;
  for (const int count : counts) cards += count;
  if (counts[9] == 1 && cards == 1) return lone_ten_form;
  return counts[0] > 0 && low <= 11 ? soft_form + low : low;
}

bool draws_on(bool hit_soft_17, const Counts& counts) {
  const int low = low_total(counts);
  if (counts[0] > 0 && low <= 11) return low + 10 < 17 || (low + 10 == 17 && hit_soft_17);
  return low < 17;
}

FinalWeights build_weights(bool hit_soft_17) {
  FinalWeights weights{};
  for (int band = 0; band < bands; ++band) {
    for (int form = 0; form < forms; ++form) {
      for (int kind = 0; kind < kinds; ++kind) {
        const int total = final_total(hit_soft_17, form, kind);
        if (total > 0) weights.of[band][form][kind] = total > 16 + band ? 2.0 : total == 16 + band ? 1.0 : 0.0;
      }
    }
  }
  return weights;
}

Draws build_draws(bool hit_soft_17, int pair, int only_up) {
  Draws built;
  built.pair = pair;
  built.weights = &final_weights(hit_soft_17);
  std::vector<Counts> sets = multisets(16);
  std::erase_if(sets, [&](const Counts& set) { return only_up < 0 ? low_total(set) == 0 : set[only_up] == 0; });
  const auto size = [](const Counts& counts) {
    int cards = 0;
    for (const int count : counts) cards += count;
    return cards;
  };
  std::stable_sort(sets.begin(), sets.end(), [&](const Counts& a, const Counts& b) { return size(a) < size(b); });

  // orders[set][u]: in how many orders the rest can follow the upcard u, the dealer never standing on the way.
  std::unordered_map<Code, int> sorted;
  for (std::size_t i = 0; i < sets.size(); ++i) sorted[code_of(sets[i])] = static_cast<int>(i);
  std::vector<std::array<double, kinds>> orders(sets.size());
  std::vector<std::vector<Term>> terms_of(sets.size());
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const Counts& set = sets[i];
    if (!draws_on(hit_soft_17, set)) continue;
    if (size(set) == 1) {
      for (int up = 0; up < kinds; ++up) orders[i][up] = set[up] > 0 && (only_up < 0 || up == only_up) ? 1 : 0;
    }
    for (int last = 0; last < kinds && size(set) > 1; ++last) {
      if (set[last] == 0 || (last == only_up && set[last] == 1)) continue;
      const auto& before = orders[sorted[code_of(set) - one_of(last)]];
      for (int up = 0; up < kinds; ++up) {
        if (set[up] > (last == up ? 1 : 0)) orders[i][up] += before[up];
      }
    }
    const int copies = pair < 0 ? 0 : set[pair];
    const auto& weights = built.weights->of[0][form_of(set)];  // against the lowest band every final card weighs
    const bool ends = std::any_of(std::begin(weights), std::end(weights), [](double weight) { return weight > 0; });
    for (int up = 0; up < kinds && ends; ++up) {
      if (orders[i][up] > 0) terms_of[i].push_back({orders[i][up], static_cast<std::uint16_t>(copies * kinds + up)});
    }
  }

  // The order in which they are worked through: by cards, then by number of terms.
  std::vector<int> ordered(sets.size());
  std::iota(ordered.begin(), ordered.end(), 0);
  std::stable_sort(ordered.begin(), ordered.end(), [&](int a, int b) {
    return std::pair(size(sets[a]), terms_of[a].size()) < std::pair(size(sets[b]), terms_of[b].size());
  });
  std::vector<int> place(sets.size());
  for (std::size_t i = 0; i < ordered.size(); ++i) place[ordered[i]] = static_cast<int>(i) + 1;

  for (std::size_t i = 0; i < ordered.size(); ++i) {
    const Counts& set = sets[ordered[i]];
    const auto node = static_cast<std::uint16_t>(i);
    Draw draw{};
    draw.cards = static_cast<std::uint8_t>(size(set));
    draw.form = static_cast<std::uint8_t>(form_of(set));
    // The upcard where there is only one is the first card of every draw, never the one added.
    const auto added = [&](int kind) { return set[kind] > (kind == only_up && draw.cards > 1 ? 1 : 0); };
    int last = kinds - 1;
    while (!added(last)) --last;
    draw.card = static_cast<std::uint8_t>(last);
    draw.copies = static_cast<std::uint8_t>(set[last] - 1);
    draw.factor = static_cast<std::uint16_t>(last == pair ? 0 : factor_place(last, draw.copies));
    draw.parent = static_cast<std::uint16_t>(draw.cards == 1 ? 0 : place[sorted[code_of(set) - one_of(last)]]);
    built.nodes.push_back(draw);
    for (int band = 0; band < bands; ++band) {
      double held = 0;
      for (int kind = 0; kind < kinds; ++kind) {
        if (kind != pair) held += built.weights->of[band][draw.form][kind] * set[kind];
      }
      built.held[band].push_back(held);
    }
    const std::vector<Term>& terms = terms_of[ordered[i]];
    if (built.levels.empty() || built.levels.back().cards != draw.cards) {
      const auto run = static_cast<std::uint16_t>(built.runs.size());
      built.levels.push_back({run, run, 0, 0, draw.cards});
      for (PairEnds& ends : built.pair_ends) ends.level_run.push_back(static_cast<std::uint16_t>(ends.runs.size()));
    }
    Level& level = built.levels.back();
    if (level.first_run == level.last_run || built.runs.back().terms != terms.size()) {
      built.runs.push_back({node, node, static_cast<std::uint16_t>(terms.size())});
      ++level.last_run;
    }
    built.runs.back().last = static_cast<std::uint16_t>(node + 1);
    built.terms.insert(built.terms.end(), terms.begin(), terms.end());
    if (pair < 0 || terms.empty()) continue;
    for (int band = 0; band < bands; ++band) {
      const double weight = built.weights->of[band][draw.form][pair];
      if (weight == 0) continue;
      PairEnds& ends = built.pair_ends[band];
      const auto at = static_cast<std::uint16_t>(ends.nodes.size());
      if (ends.runs.size() == ends.level_run.back() || ends.runs.back().terms != terms.size()) {
        ends.runs.push_back({at, at, static_cast<std::uint16_t>(terms.size())});
      }
      ends.runs.back().last = static_cast<std::uint16_t>(at + 1);
      ends.nodes.push_back(node);
      for (const Term& term : terms) {
        ends.terms.push_back({term.orders * weight, static_cast<std::uint16_t>(term.target + kinds)});
      }
    }
  }
  for (PairEnds& ends : built.pair_ends) ends.level_run.push_back(static_cast<std::uint16_t>(ends.runs.size()));

  std::size_t term = 0;
  std::array<std::size_t, bands> end_term{};
  for (std::size_t at = 0; at < built.levels.size(); ++at) {
    std::array<bool, kinds * 18> used{};
    Level& level = built.levels[at];
    for (int run = level.first_run; run < level.last_run; ++run) {
      const std::size_t terms = static_cast<std::size_t>(built.runs[run].last - built.runs[run].first) * built.runs[run].terms;
      for (const std::size_t last = term + terms; term < last; ++term) used[built.terms[term].target] = true;
    }
    for (int band = 0; band < bands && pair >= 0; ++band) {
      const PairEnds& ends = built.pair_ends[band];
      for (int run = ends.level_run[at]; run < ends.level_run[at + 1]; ++run) {
        const std::size_t terms = static_cast<std::size_t>(ends.runs[run].last - ends.runs[run].first) * ends.runs[run].terms;
        std::size_t& own = end_term[band];
        for (const std::size_t last = own + terms; own < last; ++own) used[ends.terms[own].target] = true;
      }
    }
    level.first_target = static_cast<std::uint16_t>(built.targets.size());
    for (std::size_t target = 0; target < used.size(); ++target) {
      if (used[target]) built.targets.push_back(static_cast<std::uint16_t>(target));
    }
    level.last_target = static_cast<std::uint16_t>(built.targets.size());
  }
  return built;
}

}  // namespace

int Hands::find(const int (&counts)[kinds]) const {
  int at = 0;
  for (int kind = 0; kind < kinds; ++kind) {
    for (int copy = 0; copy < counts[kind]; ++copy) {
      at = next[at][kind];
      if (at < 0) return -1;
    }
  }
  return at;
}

std::vector<std::int16_t> Hands::by_band(std::vector<std::int16_t> list, int pair) const {
  const auto key = [&](int hand) {
    const Hand& own = hands[hand];
    return (own.band * 32 + (pair < 0 ? 0 : own.counts[pair])) * 32 + own.cards;
  };
  std::stable_sort(list.begin(), list.end(), [&](int a, int b) { return key(a) < key(b); });
  return list;
}

std::vector<std::int16_t> Hands::from(int hand) const {
  std::vector<std::int16_t> found;
  for (std::size_t at = static_cast<std::size_t>(hand); at < hands.size(); ++at) {
    bool contains = true;
    for (int kind = 0; kind < kinds; ++kind) contains = contains && hands[at].counts[kind] >= hands[hand].counts[kind];
    if (contains) found.push_back(static_cast<std::int16_t>(at));
  }
  return found;
}

int final_total(bool hit_soft_17, int form, int kind) {
  if (form == lone_ten_form && kind == 0) return 0;                 // a natural
  if (form == soft_form + 1 && kind == 9) return 0;                 // the other way round
  const bool was_soft = form >= soft_form && form != lone_ten_form;
  const int low = (form == lone_ten_form ? 10 : was_soft ? form - soft_form : form) + points(kind);
  const bool soft = (was_soft || kind == 0) && low <= 11;
  const int total = soft ? low + 10 : low;
  if (total > 21 || total < 17 || (soft && total == 17 && hit_soft_17)) return 0;
  return total;
}

const Hands& hands() {
  static const Hands built = build_hands();
  return built;
}

const FinalWeights& final_weights(bool hit_soft_17) {
  static const std::array<FinalWeights, 2> built{build_weights(false), build_weights(true)};
  return built[hit_soft_17 ? 1 : 0];
}

const Draws& draws(bool hit_soft_17, int pair, int up) {
  // Each table is built when first asked for, so that a question about one hand builds no table for the others.
  struct Lazy {
    std::once_flag once;
    Draws built;
  };
  static std::array<std::array<std::array<Lazy, kinds + 1>, kinds + 1>, 2> tables;
  Lazy& table = tables[hit_soft_17 ? 1 : 0][pair + 1][up + 1];
  std::call_once(table.once, [&] { table.built = build_draws(hit_soft_17, pair, up); });
  return table.built;
}

}  // namespace zapato::odds
