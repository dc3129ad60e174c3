#include "odds_tables.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <tuple>

namespace zapato::odds {
namespace {

using Counts = std::array<std::uint8_t, kinds>;

int low_total(const Counts& counts) {
  int low = 0;
  for (int kind = 0; kind < kinds; ++kind) low += counts[kind] * points(kind);
  return low;
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
  std::map<Counts, int> place;
  for (const Counts& counts : multisets(21)) {
    Hand hand;
    std::copy(counts.begin(), counts.end(), hand.counts);
    for (const int count : counts) hand.cards = static_cast<std::uint8_t>(hand.cards + count);
    hand.low = static_cast<std::uint8_t>(low_total(counts));
    hand.soft = counts[0] > 0 && hand.low <= 11;
    hand.total = static_cast<std::uint8_t>(hand.low + (hand.soft ? 10 : 0));
    hand.band = static_cast<std::uint8_t>(std::max(0, hand.total - 16));
    place[counts] = static_cast<int>(built.hands.size());
    for (int kind = 0; kind < kinds; ++kind) {
      if (counts[kind] > 0) built.with_pair_card[kind].push_back(static_cast<std::int16_t>(built.hands.size()));
    }
    if (hand.cards > 1) built.all.push_back(static_cast<std::int16_t>(built.hands.size()));
    built.hands.push_back(hand);
  }
  for (const Hand& hand : built.hands) {
    std::array<std::int16_t, kinds> next{};
    for (int kind = 0; kind < kinds; ++kind) {
      Counts after;
    std::copy(std::begin(hand.counts), std::end(hand.counts), after.begin());
      ++after[kind];
      const auto found = place.find(after);
      --after[kind];
      next[kind] = static_cast<std::int16_t>(found == place.end() ? -1 : found->second);
    }
    built.next.push_back(next);
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
  const auto copies = [&](const Counts& counts) { return pair < 0 ? 0 : static_cast<int>(counts[pair]); };
  std::stable_sort(sets.begin(), sets.end(), [&](const Counts& a, const Counts& b) {
    return std::tuple(size(a), copies(a)) < std::tuple(size(b), copies(b));
  });
  std::map<Counts, int> place;
  for (std::size_t i = 0; i < sets.size(); ++i) place[sets[i]] = static_cast<int>(i);

  // orders[u][set]: in how many orders the rest can follow the upcard u, the dealer never standing on the way.
  std::vector<std::array<double, kinds>> orders(sets.size());
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const Counts& set = sets[i];
    if (!draws_on(hit_soft_17, set)) continue;
    for (int up = 0; up < kinds; ++up) {
      if (set[up] == 0 || (only_up >= 0 && up != only_up)) continue;
      if (size(set) == 1) {
        orders[i][up] = 1;
        continue;
      }
      for (int last = 0; last < kinds; ++last) {
        if (set[last] == 0 || (last == up && set[up] == 1)) continue;
        Counts before = set;
        --before[last];
        orders[i][up] += orders[place[before]][up];
      }
    }
  }

  for (std::size_t i = 0; i < sets.size(); ++i) {
    const Counts& set = sets[i];
    Draw draw{};
    draw.cards = static_cast<std::uint8_t>(size(set));
    draw.form = static_cast<std::uint8_t>(form_of(set));
    // The upcard where there is only one is the first card of every draw, never the one added.
    const auto added = [&](int kind) { return set[kind] > (kind == only_up && draw.cards > 1 ? 1 : 0); };
    int last = kinds - 1;
    while (!added(last)) --last;
    draw.card = static_cast<std::uint8_t>(last);
    Counts before = set;
    --before[last];
    draw.copies = before[last];
    draw.parent = static_cast<std::int16_t>(draw.cards == 1 ? -1 : place[before]);
    built.nodes.push_back(draw);
    const bool fresh = built.groups.empty() || built.groups.back().cards != draw.cards ||
                       built.groups.back().copies != copies(set);
    if (fresh) {
      built.groups.push_back({static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(i), draw.cards,
                              static_cast<std::uint8_t>(copies(set))});
    }
    built.groups.back().last = static_cast<std::uint16_t>(i + 1);
    for (int band = 0; band < bands; ++band) {
      double held = 0;
      for (int kind = 0; kind < kinds; ++kind) {
        if (kind != pair) held += built.weights->of[band][draw.form][kind] * set[kind];
      }
      built.held[band].push_back(held);
    }
  }

  const auto all_weights_zero = [&](int form) {
    // Against the lowest band every final card weighs, so a form without weights there ends nothing.
    const auto& weights = built.weights->of[0][form];
    for (int kind = 0; kind < kinds; ++kind) {
      if (kind != pair && weights[kind] != 0) return false;
    }
    return true;
  };
  for (const Group& group : built.groups) {
    for (int up = 0; up < kinds; ++up) {
      built.start.push_back(static_cast<std::uint32_t>(built.terms.size()));
      for (int node = group.first; node < group.last; ++node) {
        if (orders[node][up] > 0 && !all_weights_zero(built.nodes[node].form)) {
          built.terms.push_back({static_cast<std::uint16_t>(node), orders[node][up]});
        }
      }
      if (pair < 0) continue;
      for (int band = 0; band < bands; ++band) {
        auto& terms = built.pair_terms[band];
        built.pair_start[band].push_back(static_cast<std::uint32_t>(terms.size()));
        for (int node = group.first; node < group.last; ++node) {
          const double weight = built.weights->of[band][built.nodes[node].form][pair];
          if (orders[node][up] > 0 && weight > 0) {
            terms.push_back({static_cast<std::uint16_t>(node), orders[node][up] * weight});
          }
        }
      }
    }
  }
  built.start.push_back(static_cast<std::uint32_t>(built.terms.size()));
  for (int band = 0; band < bands && pair >= 0; ++band) {
    built.pair_start[band].push_back(static_cast<std::uint32_t>(built.pair_terms[band].size()));
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
