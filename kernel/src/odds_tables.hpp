// What can be dealt, independent of any shoe: the player's hands and the dealer's draws as multisets.
// Pure combinatorics, built once per process; no probability is kept here.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace zapato::odds {

constexpr int kinds = 10;  // card values, 0 the ace … 9 the tens

inline int points(int kind) { return kind + 1; }

// A player's hand of total 21 or less: how many cards of each kind.
struct Hand {
  std::uint8_t counts[kinds] = {};
  std::uint8_t cards = 0;
  std::uint8_t low = 0;    // total with every ace as 1
  std::uint8_t total = 0;  // best total
  bool soft = false;
  std::uint8_t band = 0;   // 0: 16 or less; 1 … 5: 17 … 21. All that matters against the dealer.
};

constexpr int bands = 6;

// Every such hand, in an order in which drawing a card leads to a later one.
struct Hands {
  std::vector<Hand> hands;                            // [0] is the empty hand
  std::vector<std::array<std::int16_t, kinds>> next;  // by the card drawn; -1: bust
  std::vector<std::int16_t> all;                      // of two cards or more
  std::vector<std::int16_t> with_pair_card[kinds];    // of these, those that hold a card of this kind, in order
  // The same two sorted for the stand sums: hands that share band, cards of the kind and number of cards side by side.
  std::vector<std::int16_t> all_by_band;
  std::vector<std::int16_t> with_pair_card_by_band[kinds];
  std::array<std::array<std::int16_t, kinds>, kinds> two;  // by both cards

  std::vector<std::int16_t> from(int hand) const;  // it and all that drawing can make of it, in order
  std::vector<std::int16_t> by_band(std::vector<std::int16_t> list, int pair) const;  // sorted as above; pair -1: none
  int find(const int (&counts)[kinds]) const;  // -1: over 21
};

const Hands& hands();

// The dealer's cards (upcard included) while the dealer has to draw on, as multisets; every multiset that can
// be extended to such a one is a node, built from its parent by one more card.
struct Draw {
  std::uint16_t parent;     // slot of its product; slot 0 is the empty node's
  std::uint16_t slot;       // of the own product where a later node needs it, else 0
  std::uint16_t factor;     // which factor the last card adds: factor_place, or 0 for one that counts nothing
  std::uint16_t parent_node;  // by place in the list, from 1; 0: the empty node
  std::uint8_t card;        // the kind added to the parent
  std::uint8_t cards;       // in all
  std::uint8_t form;        // which final cards follow: index of forms
};

// Factors: 0 is one; then for each kind what is left when 0, 1, 2 … of it have been drawn.
constexpr int factor_count = 1 + 16 + 8 + 5 + 4 + 3 + 2 + 2 + 2 + 1 + 1;
constexpr int factor_place(int kind, int drawn) {
  int place = 1;
  for (int before = 0; before < kind; ++before) place += 16 / (before + 1);
  return place + drawn;
}

// One draw as it follows one upcard: `orders` in which the rest can have come after it, summed at `target`;
// where a card of the pair's kind can end the draw, summed at `pair_target` too.
struct Term {
  double orders;
  std::uint16_t target;
  std::uint16_t pair_target;
};

// Where sums come to stand: those of draws of `cards` cards, `copies` of the pair's kind, after the upcard `up`, with the
// final card counted in both.
struct Target {
  std::uint8_t up, copies, cards;
  std::uint8_t weight;  // place of (copies, cards) among the pairs of numbers that occur: Draws::weights_used
};

// Consecutive nodes that are worked through alike.
struct Run {
  std::uint16_t first, last;
  std::uint8_t terms;   // of each node
  bool pair_ends;       // a card of the pair's kind can end the draw
  bool kept;            // a later node needs the products
  bool together;        // each node has one term, and all the same targets
};

// For a form and a band: the dealer's final card's weight by kind: 2 where the dealer passes the player, 1 where they tie.
constexpr int forms = 32;
struct FinalWeights {
  double of[bands][forms][kinds];
};

// The dealer's draws, sorted by number of cards and then by run; `pair` is a kind, or -1 where it does not matter.
// Made for a set of upcards; where it is one, only draws that hold it are nodes.
struct Draws {
  int pair = -1;
  std::vector<Draw> nodes;
  std::vector<Run> runs;
  std::vector<Term> terms;            // node by node
  std::vector<Target> targets;        // by upcard
  struct Used {
    std::uint8_t copies, cards;
  };
  std::vector<Used> weights_used;     // the first four: 0 or 1 copies among 1 or 2 cards
  // By band and node: final weight of the cards that the draw itself holds (those of the pair's kind left out).
  std::array<std::vector<double>, bands> held;
  int slots = 1;  // of products
  const FinalWeights* weights = nullptr;  // the pair's kind included
};

// Which upcards a list of draws is for: one of ten, or these. Multi-card hands mostly end against low or against high ones
// only, and the high ones have few draws.
constexpr int all_upcards = 10;
constexpr int low_upcards = 11;   // 2 to 6
constexpr int high_upcards = 12;  // ace, 7 to ten
constexpr int upcard_sets = 13;
constexpr unsigned upcards_of(int set) {
  return set < 10 ? 1u << set : set == low_upcards ? 0x03eu : set == high_upcards ? 0x3c1u : 0x3ffu;
}

const Draws& draws(bool hit_soft_17, int pair = -1, int upcard_set = all_upcards);
const FinalWeights& final_weights(bool hit_soft_17);

// What a final card makes of a form: 17 … 21, or 0 (draw on, bust, or a natural).
int final_total(bool hit_soft_17, int form, int kind);

}  // namespace zapato::odds
