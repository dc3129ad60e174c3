#include "odds_tables.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <numeric>
#include <tuple>
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

Draws build_draws(bool hit_soft_17, int pair, int upcard_set) {
  const int only_up = upcard_set < kinds ? upcard_set : -1;
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
      const bool asked = (upcards_of(upcard_set) >> up & 1u) != 0;
      if (asked && orders[i][up] > 0) terms_of[i].push_back({orders[i][up], static_cast<std::uint16_t>(copies * kinds + up), 0});
    }
  }

  // The card that made a set of its parent. The upcard where there is only one is the first card of every draw.
  const auto added_card = [&](const Counts& set) {
    int last = kinds - 1;
    while (set[last] <= (last == only_up && size(set) > 1 ? 1 : 0)) --last;
    return last;
  };
  std::vector<int> parent(sets.size(), -1);
  std::vector<bool> kept(sets.size());
  for (std::size_t i = sets.size(); i-- > 0;) {
    if (size(sets[i]) == 1) continue;
    parent[i] = sorted[code_of(sets[i]) - one_of(added_card(sets[i]))];
    // What leads to no term is left out below.
    if (kept[i] || !terms_of[i].empty()) kept[parent[i]] = true;
  }
  const auto pair_ends = [&](std::size_t i) {
    return pair >= 0 && !terms_of[i].empty() && built.weights->of[0][form_of(sets[i])][pair] > 0;
  };

  // The order in which they are worked through: by cards, then all that are worked alike.
  std::vector<int> ordered;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    if (kept[i] || !terms_of[i].empty()) ordered.push_back(static_cast<int>(i));
  }
  // For one upcard all draws of a length with as many pair cards come to stand in one place.
  const auto key = [&](int i) {
    const int copies = pair < 0 || only_up < 0 ? 0 : sets[i][pair];
    return std::tuple(size(sets[i]), terms_of[i].size(), pair_ends(i), kept[i], copies);
  };
  std::stable_sort(ordered.begin(), ordered.end(), [&](int a, int b) { return key(a) < key(b); });
  std::vector<int> place(sets.size());
  for (std::size_t i = 0; i < ordered.size(); ++i) place[ordered[i]] = static_cast<int>(i);

  for (std::size_t i = 0; i < ordered.size(); ++i) {
    const int at = ordered[i];
    const Counts& set = sets[at];
    const auto node = static_cast<std::uint16_t>(i);
    const int last = added_card(set);
    Draw draw{};
    draw.cards = static_cast<std::uint8_t>(size(set));
    draw.form = static_cast<std::uint8_t>(form_of(set));
    draw.card = static_cast<std::uint8_t>(last);
    draw.factor = static_cast<std::uint16_t>(last == pair ? 0 : factor_place(last, set[last] - 1));
    if (parent[at] >= 0) {
      draw.parent_node = static_cast<std::uint16_t>(place[parent[at]] + 1);
      draw.parent = built.nodes[place[parent[at]]].slot;
    }
    draw.slot = static_cast<std::uint16_t>(kept[at] ? built.slots++ : 0);
    built.nodes.push_back(draw);
    for (int band = 0; band < bands; ++band) {
      double held = 0;
      for (int kind = 0; kind < kinds; ++kind) {
        if (kind != pair) held += built.weights->of[band][draw.form][kind] * set[kind];
      }
      built.held[band].push_back(held);
    }
    if (i == 0 || key(at) != key(ordered[i - 1])) {
      built.runs.push_back({node, node, static_cast<std::uint8_t>(terms_of[at].size()), pair_ends(at), kept[at],
                            only_up >= 0 && terms_of[at].size() == 1});
    }
    built.runs.back().last = static_cast<std::uint16_t>(node + 1);
  }

  // Targets in the order of upcards, so that what is summed for one stays at hand.
  const auto code = [&](int i, int up, bool more) {
    const int copies = (pair < 0 ? 0 : sets[i][pair]) + (more ? 1 : 0);
    return (up * 32 + size(sets[i]) + 1) * 32 + copies;
  };
  std::map<int, int> target_of;
  for (const int i : ordered) {
    for (const Term& term : terms_of[i]) {
      const int up = term.target % kinds;
      target_of[code(i, up, false)] = 0;
      if (pair_ends(i)) target_of[code(i, up, true)] = 0;
    }
  }
  built.weights_used = {{0, 1}, {1, 1}, {0, 2}, {1, 2}};
  for (auto& [where, number] : target_of) {
    number = static_cast<int>(built.targets.size());
    const Draws::Used used{static_cast<std::uint8_t>(where % 32), static_cast<std::uint8_t>(where / 32 % 32)};
    std::size_t weight = 0;
    while (weight < built.weights_used.size() && (built.weights_used[weight].copies != used.copies ||
                                                  built.weights_used[weight].cards != used.cards)) {
      ++weight;
    }
    if (weight == built.weights_used.size()) built.weights_used.push_back(used);
    built.targets.push_back({static_cast<std::uint8_t>(where / 1024), used.copies, used.cards,
                             static_cast<std::uint8_t>(weight)});
  }
  for (const int i : ordered) {
    for (Term term : terms_of[i]) {
      const int up = term.target % kinds;
      term.target = static_cast<std::uint16_t>(target_of[code(i, up, false)]);
      if (pair_ends(i)) term.pair_target = static_cast<std::uint16_t>(target_of[code(i, up, true)]);
      built.terms.push_back(term);
    }
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

const Draws& draws(bool hit_soft_17, int pair, int upcard_set) {
  // Each table is built when first asked for, so that a question about one hand builds no table for the others.
  struct Lazy {
    std::once_flag once;
    Draws built;
  };
  static std::array<std::array<std::array<Lazy, upcard_sets>, kinds + 1>, 2> tables;
  Lazy& table = tables[hit_soft_17 ? 1 : 0][pair + 1][upcard_set];
  std::call_once(table.once, [&] { table.built = build_draws(hit_soft_17, pair, upcard_set); });
  return table.built;
}

}  // namespace zapato::odds
