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
  std::vector<std::int16_t> with_pair_card[kinds];    // those that hold a card of this kind, in order
  std::array<std::array<std::int16_t, kinds>, kinds> two;  // by both cards

  std::vector<std::int16_t> from(int hand) const;  // it and all that drawing can make of it, in order
  int find(const int (&counts)[kinds]) const;  // -1: over 21
};

const Hands& hands();

// The dealer's cards (upcard included) while the dealer has to draw on, as multisets; every multiset that can
// be extended to such a one is a node, built from its parent by one more card.
struct Draw {
  std::int16_t parent;      // -1: the empty node
  std::uint8_t card;        // the kind added to the parent
  std::uint8_t copies;      // of that kind in the parent
  std::uint8_t cards;       // in all
  std::uint8_t form;        // which final cards follow: index of forms
};

struct Term {      // a draw as it follows one upcard
  std::uint16_t node;
  double orders;   // in which the rest can have come after the upcard
};

// For a form and a band: the dealer's final card's weight by kind: 2 where the dealer passes the player, 1 where they tie.
constexpr int forms = 32;
struct FinalWeights {
  double of[bands][forms][kinds];
};

// Draws sorted by number of cards and, within, by number of cards of `pair` (a kind, or -1 where that does not matter).
// Made for all upcards together, or for one of them: then only draws that hold it are nodes.
struct Group {
  std::uint16_t first, last;   // nodes
  std::uint8_t cards, copies;  // in all; of the pair's kind
};

struct Draws {
  int pair = -1;
  std::vector<Draw> nodes;
  std::vector<Group> groups;
  // Terms of group g and upcard u: terms[start[g * kinds + u]] … terms[start[g * kinds + u + 1]].
  std::vector<std::uint32_t> start;
  std::vector<Term> terms;
  // The same, restricted to draws that a card of the pair's kind ends, times its final weight: by band.
  std::array<std::vector<std::uint32_t>, bands> pair_start;
  std::array<std::vector<Term>, bands> pair_terms;
  // By band and node: final weight of the cards that the draw itself holds (those of the pair's kind left out).
  std::array<std::vector<double>, bands> held;
  const FinalWeights* weights = nullptr;  // the pair's kind included
};

const Draws& draws(bool hit_soft_17, int pair = -1, int up = -1);
const FinalWeights& final_weights(bool hit_soft_17);

// What a final card makes of a form: 17 … 21, or 0 (draw on, bust, or a natural).
int final_total(bool hit_soft_17, int form, int kind);

}  // namespace zapato::odds
