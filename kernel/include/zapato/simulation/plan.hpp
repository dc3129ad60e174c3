// What to simulate, as plain numbers. Built by Python (zapato.simulation.plan), which checks it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace zapato::simulation {

inline constexpr int boxes_max = 7;
inline constexpr int decks_max = 8;
inline constexpr int cards_max = 52 * decks_max;
inline constexpr int hands_max = 8;
inline constexpr int buckets_max = 64;  // of the count
inline constexpr std::uint8_t never = 255;

enum class Hole : std::uint8_t { peek, enhc, obo };
enum class Surrender : std::uint8_t { none, late, early };
enum class Natural : std::uint8_t { three_to_two, six_to_five, even };

// The rules of play (docs/rules.md); money, clocks and seats play no part.
struct Game {
  int decks = 6, burn = 0, reshuffle_below = 78;
  Hole hole = Hole::peek;
  bool peek_on_ten = true, hit_soft_17 = false;
  Natural natural = Natural::three_to_two;
  int double_low = 0, double_high = 21;  // hard totals that may double
  bool double_soft = true;               // soft hands too: by the total with the ace as 1 where `double_low` > 0
  bool double_never = false, double_after_split = true;
  bool split_by_rank = false;
  int max_hands = 4;
  bool resplit_aces = false, hit_split_aces = false;
  bool insurance = true, natural_may_insure = false, even_money = false;
  Surrender surrender = Surrender::none;
  bool surrender_against_ace = true;

  int shoe_cards() const noexcept { return 52 * decks; }
  bool fresh_each_round() const noexcept { return reshuffle_below >= shoe_cards(); }
  bool peeks_under(int up) const noexcept { return hole == Hole::peek && (up == 1 || (up == 10 && peek_on_ten)); }
};

// What to do is asked as four yes-or-no questions of a hand against an upcard, in the order surrender,
// split, double, hit; where none is answered yes (and allowed) the hand stands.
enum Question : std::uint8_t { hit = 0, doubling = 1, split = 2, surrender = 3 };

// A strategy walks from state to state with each card of the hand. A chart needs few states (totals and
// pairs); a strategy that looks at every card has one state for each set of cards.
struct Strategy {
  static constexpr int start = 0;  // no card yet
  std::vector<std::uint16_t> next;  // [state * 10 + value - 1]
  std::vector<std::uint8_t> answers;  // [state * 10 + up - 1]: bit q set where question q is answered yes
  // The answer turns round from this bucket of the count on: [question][state * 10 + up - 1].
  std::array<std::vector<std::uint8_t>, 4> turns;
  std::uint8_t insure_from = never;  // bucket of the count
  // Filled for charts only: the answers by cell, for the lanes. Cells: hard totals 0..21 at their own
  // number, soft 12..21 at 22..31, pairs A..T at 32..41. A pair answers `double` and `hit` as its total does.
  bool chart = false;
  std::array<std::uint16_t, 42 * 10> state_of_cell{};
};
inline constexpr int cells = 42;

struct Box {
  int strategy = 0;
  bool company = false;  // plays along for the cards it takes; its money is not in the tally
};

struct Count {
  bool on = false;
  std::array<int, 10> tags{};  // by value, A 2 .. 9 T
  int start = 0;               // the running count of a fresh shoe
  int buckets = 1;
  std::vector<std::uint8_t> bucket;       // [cards left * 256 + running count + 128]
  std::array<std::uint32_t, buckets_max> bet{1};  // units per box, by bucket before the deal

  std::uint8_t bucket_at(int cards_left, int running) const noexcept {
    const int clamped = running < -128 ? -128 : running > 127 ? 127 : running;
    return bucket[static_cast<std::size_t>(cards_left * 256 + clamped + 128)];
  }
};

struct Plan {
  Game game;
  std::vector<Strategy> strategies;
  std::vector<Box> boxes;
  Count count;
  std::uint64_t seed = 0;
  int shoes_per_unit = 1;  // a unit is what one stream plays from its start
};

// The rounds of a unit are bounded too: with `reshuffle_below` near 0 a shoe may never end.
inline constexpr int unit_rounds_max = 4096;

}  // namespace zapato::simulation
