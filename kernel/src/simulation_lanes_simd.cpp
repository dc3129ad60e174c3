// The lanes. Each step hands every lane the next card of its own shoe; what the card means depends on
// where the lane's round stands: a card of the deal, of the player's hand in play, or of the dealer's.
// So no lane ever waits for another but at the end of a shoe, and no look-up leaves the registers.
//
// The comments say what is done; why the rules want it is told in simulation_plain.cpp, which the
// tests hold this to, result by result.
#include "zapato/simulation/lanes.hpp"

#if defined(__AVX512VBMI__) || defined(__AVX2__) || defined(__SSE2__)

#include <cstring>

// GCC 12 takes its own "undefined" vectors for a mistake of ours (GCC bug 105593).
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include "simulation_vector.hpp"
#include "zapato/simulation/stream.hpp"

namespace zapato::ZAPATO_SIMD_NAMESPACE {
namespace {

using simulation::LaneBlock;
using simulation::LanePlan;
using simulation::lane_ace;
using simulation::lane_boxes;
using simulation::lane_halves;
using simulation::lane_pair;
using simulation::lane_zero;
using simulation::lanes;

// Which unit of the block sits in place p of half h, and in lane q: what packing words into 16 and then
// 8 bits makes of their order.
constexpr int unit_of_place(int h, int p) { return h * half_width + words_each * (p % 4) + p / 4; }
constexpr int unit_of_lane(int q) {
  const int part = q / (2 * half_width), within = q % (2 * half_width), group = within / 16, r = within % 16;
  return unit_of_place(2 * part + (r >= 8), 8 * group + r % 8);
}

#if defined(__AVX512VBMI__)
constexpr int bias = 0;
ZAPATO_INLINE M beyond(V bound, V place) { return {_mm512_cmpgt_epu8_mask(bound.v, place.v)}; }
#else
constexpr int bias = 0x80;  // below AVX-512 bytes compare as signed ones only
ZAPATO_INLINE M beyond(V bound, V place) { return above(bound, place); }
#endif

constexpr int rows_each = simulation::rows_per_counter;
constexpr int ring = 32, ring_mask = ring - 1;  // rows kept: a deal reaches back 17 cards at most

// ---- streams: eight rows of 16-bit draws at a time
template <int round>
ZAPATO_INLINE void mix(Word& a, Word& b, const Word keys[3]) {
  a = plus(a, b);
  b = exclusive(rotated<simulation::threefry_rotations[round % 8]>(b), a);
  if constexpr (round % 4 == 3) {
    constexpr int inject = round / 4 + 1;
    a = plus(a, keys[inject % 3]);
    b = plus(b, plus(keys[(inject + 1) % 3], word(inject)));
  }
}

struct Draws {
  alignas(64) Half row[rows_each][halves];

  ZAPATO_INLINE void fill(std::uint64_t seed, std::uint64_t first_unit, std::uint64_t counter) {
    const std::uint64_t second = simulation::stream_of_cards;
    const Word keys[3] = {word(seed), word(second), word(seed ^ second ^ simulation::threefry_parity)};
    for (int h = 0; h < halves; ++h) {
      Word first[4], other[4];
      for (int j = 0; j < 4; ++j) {
        Word a = plus(count_up(first_unit + static_cast<std::uint64_t>(h * half_width + j * words_each)), keys[0]);
        Word b = plus(word(counter), keys[1]);
        mix<0>(a, b, keys);
        mix<1>(a, b, keys);
        mix<2>(a, b, keys);
        mix<3>(a, b, keys);
        mix<4>(a, b, keys);
        mix<5>(a, b, keys);
        mix<6>(a, b, keys);
        mix<7>(a, b, keys);
        mix<8>(a, b, keys);
        mix<9>(a, b, keys);
        mix<10>(a, b, keys);
        mix<11>(a, b, keys);
        mix<12>(a, b, keys);
        static_assert(simulation::threefry_rounds == 13);
        first[j] = a;
        other[j] = b;
      }
      Half out[4];
      fields(first, out);
      for (int f = 0; f < 4; ++f) row[f][h] = out[f];
      fields(other, out);
      for (int f = 0; f < 4; ++f) row[f + 4][h] = out[f];
    }
  }
};

// ---- cards left in each lane's pack, counted from both ends of A 2 3 4 5 | T J Q K | 6 7 8 9
struct Pack {
  V low[7];   // up to and with A, 2, 3, 4, 5, T, J
  V high[5];  // down to and with 9, 8, 7, 6, K
  V drawn;    // fresh shoes only: cards gone

  ZAPATO_INLINE void fill(int decks) {
    for (int k = 0; k < 7; ++k) low[k] = set(4 * decks * (k + 1) + bias);
    for (int k = 0; k < 5; ++k) high[k] = set(4 * decks * (k + 1) + bias);
    drawn = set(0);
  }
  ZAPATO_INLINE void refill(M where, int decks, bool by_rank) {
    for (int k = 0; k < (by_rank ? 7 : 5); ++k) low[k] = pick(where, low[k], set(4 * decks * (k + 1) + bias));
    for (int k = 0; k < (by_rank ? 5 : 4); ++k) high[k] = pick(where, high[k], set(4 * decks * (k + 1) + bias));
    drawn = pick(where, drawn, set(0));
  }
};

alignas(16) constexpr std::uint8_t id_of_code[16] = {10, 5, 4, 3, 2, 1, 6, 7, 8, 9, 0, 0, 0, 0, 0, 0};
// Two of the tens' bounds lie beyond a T, one beyond a J, none beyond a Q; a K is counted from the end.
alignas(16) constexpr std::uint8_t ten_of_code[16] = {2, 1, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
alignas(16) constexpr std::uint8_t up_low_bit[16] = {0, 1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0};
alignas(16) constexpr std::uint8_t up_high_bit[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0};
alignas(16) constexpr std::uint8_t ace_bit[16] = {0, lane_ace, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};

// What a finished hand comes to: 0 for 16 and less, 1..5 for 17..21, 6 bust.
constexpr int class_21 = 5, class_bust = 6, classes = 7;
struct HandClasses {
  alignas(64) std::uint8_t of[64];
  constexpr HandClasses() : of() {
    for (int x = 0; x < 64; ++x) {
      const int low = x & 31, total = x >= lane_ace && low <= 11 ? low + 10 : low;
      of[x] = static_cast<std::uint8_t>(total > 21 ? class_bust : total < 17 ? 0 : total - 16);
    }
  }
};
constexpr HandClasses hand_classes;
// Half bets won against a dealer of 17..21 or bust (rows 0..5) by the class of the hand, + 8 where doubled.
struct Payoffs {
  alignas(64) std::int8_t won[6][16];
  constexpr Payoffs() : won() {
    for (int dealer = 0; dealer < 6; ++dealer) {
      for (int hand = 0; hand < classes; ++hand) {
        const int sign = hand == class_bust ? -1 : dealer == 5 ? 1 : (hand > dealer + 1) - (hand < dealer + 1);
        won[dealer][hand] = static_cast<std::int8_t>(2 * sign);
        won[dealer][hand + 8] = static_cast<std::int8_t>(4 * sign);
      }
    }
  }
};
constexpr Payoffs payoffs;
constexpr int natural_hand = 11 + lane_ace;

// ---- the small functions of a card or a hand: looked up where registers can, else worked out
#if defined(__AVX512VBMI__) || defined(__AVX2__)

constexpr bool looks_up = true;
ZAPATO_INLINE std::uint64_t count_of(M where) { return static_cast<std::uint64_t>(__builtin_popcountll(bits(where))); }
ZAPATO_INLINE V ace_of(V card) { return look(table16(ace_bit), card); }
ZAPATO_INLINE V id_of(V code) { return look(table16(id_of_code), code); }
ZAPATO_INLINE V class_of(V hand) { return look(table64(hand_classes.of), hand); }
ZAPATO_INLINE V dealer_class_of(const LanePlan& plan, V hand) { return look(table64(plan.dealer_class), hand); }
ZAPATO_INLINE void add_payoffs(V won[6], M who, V cls, M twice) {
  const V at = cls | only(twice, set(8));
  for (int dealer = 0; dealer < 6; ++dealer) won[dealer] = add_where(won[dealer], who, look(table16(payoffs.won[dealer]), at));
}

#else

constexpr bool looks_up = false;
ZAPATO_INLINE std::uint64_t count_of(M where) { return total(sum_bytes(no_sums(), only(where, set(1)))); }
ZAPATO_INLINE V ace_of(V card) { return only(same(card, set(1)), set(lane_ace)); }
ZAPATO_INLINE V id_of(V code) {
  const V low = add_where(set(6) - code, same(code, set(0)), set(4));
  return pick(above(code, set(5)), low, code);
}
ZAPATO_INLINE M soft_hand(V hand) { return above(hand, set(lane_ace - 1)) & above(set(lane_ace + 12), hand); }
ZAPATO_INLINE V class_of(V hand) {
  const V total = add_where(hand & set(31), soft_hand(hand), set(10));
  return least(less_or_none(total, set(16)), set(class_bust));
}
ZAPATO_INLINE V dealer_class_of(const LanePlan& plan, V hand) {
  const V cls = class_of(hand);
  const bool hits_soft_17 = plan.dealer_class[lane_ace + 7] == 0;
  return hits_soft_17 ? pick(same(hand, set(lane_ace + 7)), cls, set(0)) : cls;
}
ZAPATO_INLINE void add_payoffs(V won[6], M who, V cls, M twice) {
  // A busted hand is below every dealer's, a busted dealer's (the last) below every other.
  const V rank = pick(same(cls, set(class_bust)), cls, set(-1));
  const V bet = only(who, pick(twice, set(2), set(4)));
  for (int dealer = 0; dealer < 6; ++dealer) {
    const M wins = above(rank, set(dealer == 5 ? -1 : dealer + 1)), loses = above(set(dealer == 5 ? 0 : dealer + 1), rank);
    won[dealer] = won[dealer] + only(wins, bet) - only(loses, bet);
  }
}

#endif

template <bool multi, bool hole, bool counted, bool fresh>
struct Table {
  const LanePlan& plan;
  const std::uint64_t first_unit;
  LaneBlock& block;

  // The shoe.
  Pack pack;
  Draws draws;
  V shown[ring];  // the last rows of cards: 1..9, ten-valued ones 10..13 where ranks matter, else 10

  // Where each lane's round stands: exactly one of these, or none at the end of the shoe.
  M dealing, playing, drawing;
  V left;                       // cards of the deal still to come
  V up, up_low, up_high;        // the upcard: value, and as a bit
  V hand, pair_id;              // the hand in play; which card its pair is made of
  M single, forced, after_split;  // it holds one card; its next card is its last (doubled); comes from a split
  V hands, waiting;             // hands of the box; those not yet played
  M alive, waits, extra;        // see dealer(); extra: the box has more than its first bet at stake
  V dealer_hand;
  M first_draw, one_card;       // no hole card: the second card is to come; it is the only one
  V base, won[6], lost;         // half bets: settled; by the dealer's 17..21, bust; all of it where he has a natural
  V natural_boxes;              // naturals that only the dealer's could beat: how many of several boxes,
  M natural_box;                // and of one
  // Several boxes.
  V box_code[lane_boxes], box_move[lane_boxes];
  V boxes_to_play, stakes;
  M box_alive;
  // The count.
  V running, hole_tag, bet_bucket;

  // What came out.
  V played, net_bytes, paid_bytes;
  Half net_wide[halves], paid_wide[halves];
  std::uint64_t tally[256];
  std::uint64_t naturals = 0, naturals_paid = 0, surrendered = 0, split_up = 0, doubled = 0, insured = 0, dealer_naturals = 0;
  Sums paid_sum;
  M overflow;
  std::int64_t money[lanes], stake_sum[lanes];

  int deal_cards;

  ZAPATO_INLINE Table(const LanePlan& p, std::uint64_t first, LaneBlock& b) : plan(p), first_unit(first), block(b) {}

  // The draws of a row to cards, into shown[row].
  ZAPATO_INLINE void draw(std::uint64_t row, const Half* bits16) {
    Half place[halves], from_end[halves];
    if constexpr (fresh) {
      const Half full = half(52 * plan.decks);
      Half gone[halves], n[halves];
      widen_unsigned(pack.drawn, gone);
      std::uint64_t suspect = 0;
      for (int h = 0; h < halves; ++h) {
        n[h] = full - gone[h];
        place[h] = times_high(bits16[h], n[h]);
        suspect |= below(times_low(bits16[h], n[h]), n[h]);
      }
      if (suspect != 0) redraw_each(row, bits16, n, place);
      for (int h = 0; h < halves; ++h) from_end[h] = n[h] - half(1) - place[h];
    } else {
      const int cards = 52 * plan.decks - static_cast<int>(row);
      const Half n = half(cards), limit = half(65536 % cards);
      std::uint64_t rejected[halves], some = 0;
      for (int h = 0; h < halves; ++h) {
        place[h] = times_high(bits16[h], n);
        rejected[h] = below(times_low(bits16[h], n), limit);
        some |= rejected[h];
      }
      if (some != 0) redraw(row, rejected, static_cast<std::uint32_t>(cards), place);
      const Half last = half(cards - 1);
      for (int h = 0; h < halves; ++h) from_end[h] = last - place[h];
    }
    V at, back;
    narrow(place, at);
    narrow(from_end, back);
    if constexpr (bias != 0) {
      at = at + set(bias);
      back = back + set(bias);
    }
    const V one = set(1);
    V code = set(0);
    for (int k = 0; k < 5; ++k) {
      const M here = beyond(pack.low[k], at);
      pack.low[k] = sub_where(pack.low[k], here, one);
      code = add_where(code, here, one);
    }
    for (int k = 0; k < 4; ++k) {
      const M here = beyond(pack.high[k], back);
      pack.high[k] = sub_where(pack.high[k], here, one);
      code = add_where(code, here, k == 3 ? set(6) : one);
    }
    V id = id_of(code);
    if (plan.split_by_rank) {
      V ten = set(0);
      for (int k = 5; k < 7; ++k) {
        const M here = beyond(pack.low[k], at);
        pack.low[k] = sub_where(pack.low[k], here, one);
        ten = add_where(ten, here, one);
      }
      const M king = beyond(pack.high[4], back);
      pack.high[4] = sub_where(pack.high[4], king, one);
      ten = add_where(ten, king, set(4));
      id = add_where(id, same(id, set(10)), look(table16(ten_of_code), ten));
    }
    if constexpr (fresh) {
      const M on = dealing | playing | drawing;
      // A lane whose pack is empty wants one more card: lost to the plain engine. Until the block ends it
      // draws from nothing, which is harmless. More than 4 decks no round can empty.
      if (plan.decks <= 4) overflow = overflow | (on & same(pack.drawn, set(52 * plan.decks)));
      pack.drawn = add_where(pack.drawn, on, one);
      if (plan.decks <= 4) pack.drawn = least(pack.drawn, set(52 * plan.decks));
    }
    shown[row & ring_mask] = id;
  }

  __attribute__((noinline)) void redraw(std::uint64_t row, const std::uint64_t* rejected, std::uint32_t n, Half* place) {
    for (int h = 0; h < halves; ++h) {
      if (rejected[h] == 0) continue;
      alignas(64) std::uint16_t places[half_width];
      store_half(places, place[h]);
      for (std::uint64_t set_bits = rejected[h]; set_bits != 0; set_bits &= set_bits - 1) {
        const int p = __builtin_ctzll(set_bits);
        const auto unit = first_unit + static_cast<std::uint64_t>(unit_of_place(h, p));
        places[p] = static_cast<std::uint16_t>(simulation::redrawn(plan.seed, unit, row, n));
      }
      place[h] = load_half(places);
    }
  }
  // Fresh shoes: every lane has its own number of cards left.
  __attribute__((noinline)) void redraw_each(std::uint64_t row, const Half* bits16, const Half* n, Half* place) {
    for (int h = 0; h < halves; ++h) {
      alignas(64) std::uint16_t places[half_width], bits_[half_width], cards[half_width];
      store_half(places, place[h]);
      store_half(bits_, bits16[h]);
      store_half(cards, n[h]);
      std::uint64_t suspect = below(times_low(bits16[h], n[h]), n[h]);
      for (; suspect != 0; suspect &= suspect - 1) {
        const int p = __builtin_ctzll(suspect);
        const std::uint32_t of = cards[p];
        if (((bits_[p] * of) & 0xFFFF) >= 65536 % of) continue;
        const auto unit = first_unit + static_cast<std::uint64_t>(unit_of_place(h, p));
        places[p] = static_cast<std::uint16_t>(simulation::redrawn(plan.seed, unit, row, of));
      }
      place[h] = load_half(places);
    }
  }

  ZAPATO_INLINE V value(V id) const { return least(id, set(10)); }

  // Lanes of `who` that answer yes.
  ZAPATO_INLINE M answer(int question, M who, V at) const {
    if constexpr (!looks_up) return answer_each(question, bits(who), at);
    return who & nonzero((look(table64(plan.yes_low[question]), at) & up_low) | (look(table64(plan.yes_high[question]), at) & up_high));
  }
  ZAPATO_INLINE M answer_each(int question, std::uint64_t who, V at) const {
    alignas(64) std::uint8_t places[lanes], ups[lanes], yes[lanes] = {};
    store(places, at);
    store(ups, up);
    for (; who != 0; who &= who - 1) {
      const int q = __builtin_ctzll(who);
      const unsigned place = places[q], card = ups[q];
      const unsigned row = card <= 8 ? plan.yes_low[question][place] >> (card - 1) : plan.yes_high[question][place] >> (card - 9);
      yes[q] = static_cast<std::uint8_t>(row & 1);
    }
    return nonzero(load(yes));
  }
  // Lanes of `who` for which the question is answered yes; `at`: hand, or pair.
  ZAPATO_INLINE M says(int question, M who, V at, V bucket) const {
    M yes = answer(question, who, at);
    if constexpr (counted) {
      bool asked = false;
      V from = set(255);
      for (int t = 0; t < plan.turns; ++t) {
        if (plan.turn[t].question != question) continue;
        asked = true;
        from = pick(same(up, set(plan.turn[t].up)), from, look(table64(plan.turn[t].from), at));
      }
      if (asked) yes = yes ^ at_least_unsigned(bucket, from);
    } else {
      (void)bucket;
    }
    return who & yes;
  }

  // The bucket of the count with `cards` left in the shoe.
  ZAPATO_INLINE V bucket_at(int cards, V count, M who) {
    const std::uint8_t* row = plan.bucket + cards * 256 + 128;
    V found = look_window(row - window / 2, count + set(window / 2));
    const M outside = who & (above(count, set(window / 2 - 1)) | above(set(-window / 2), count));
    if (any(outside)) found = bucket_outside(row, count, found, bits(outside));
    return found;
  }
  __attribute__((noinline)) V bucket_outside(const std::uint8_t* row, V count, V found, std::uint64_t which) {
    alignas(64) std::int8_t counts[lanes];
    alignas(64) std::uint8_t buckets[lanes];
    store(counts, count);
    store(buckets, found);
    for (; which != 0; which &= which - 1) {
      const int q = __builtin_ctzll(which);
      buckets[q] = row[counts[q]];
    }
    return load(buckets);
  }

  // A hand of these two cards is dealt to a box: its first decision and its part of `lost` follow.
  ZAPATO_INLINE void open_box(M who, std::uint64_t row1, std::uint64_t row2, M& natural, M& paired) {
    const V first = shown[row1], second = shown[row2], a = value(first), b = value(second);
    hand = pick(who, hand, (a + b) | ace_of(a) | ace_of(b));
    natural = who & same(hand, set(natural_hand));
    paired = who & same(first, second);
    pair_id = pick(who, pair_id, first);
    if constexpr (multi) {
      lost = sub_where(lost, without(who, natural), set(2));
    } else {
      lost = pick(who, lost, pick(natural, set(-2), set(0)));
    }
    if (!plan.natural_apart) base = add_where(base, natural, set(plan.natural_halves));
    if constexpr (multi) {
      natural_boxes = add_where(natural_boxes, natural, set(1));
    } else {
      natural_box = natural_box | natural;
    }
    naturals += count_of(natural);
    if constexpr (!hole) waits = waits | natural;
  }

  struct Choice {
    M surrender, split, doubling, hit;
  };
  // What the lanes of `who` do with their hand. `two`: it has two cards; `first`: it is a first action;
  // `frozen`: a split ace with its one card, which may only split again.
  ZAPATO_INLINE Choice choose(M who, M two, M paired, M first, V bucket) {
    Choice choice{nobody(), nobody(), nobody(), nobody()};
    const M frozen = plan.hit_split_aces ? nobody() : two & after_split & same(pair_id, set(1));
    M open = who;
    const V at = pick(paired, hand, value(pair_id) + set(lane_pair));
    if (plan.surrender_late || plan.surrender_early) {
      M may = open & first;
      if (!plan.surrender_against_ace) may = without(may, same(up, set(1)));
      if (hole && plan.surrender_early) may = without(may, peeked_ups());
      choice.surrender = says(simulation_surrender, may, at, bucket);
      open = without(open, choice.surrender);
    }
    M may_split = open & paired;
    if (any(may_split)) {
      may_split = may_split & above(set(plan.max_hands), hands);
      if (!plan.resplit_aces) may_split = without(may_split, after_split & same(pair_id, set(1)));
      choice.split = says(simulation_split, may_split, at, bucket);
      open = without(open, choice.split);
    }
    open = without(open, frozen);
    M may_double = open & two;
    if (!plan.double_after_split) may_double = without(may_double, after_split);
    choice.doubling = says(simulation_double, may_double, hand, bucket);
    open = without(open, choice.doubling);
    choice.hit = says(simulation_hit, open, hand, bucket);
    return choice;
  }
  static constexpr int simulation_hit = 0, simulation_double = 1, simulation_split = 2, simulation_surrender = 3;

  ZAPATO_INLINE M peeked_ups() const {
    const M ace = same(up, set(1));
    return plan.peek_on_ten ? ace | same(up, set(10)) : ace;
  }

  ZAPATO_INLINE void give_up(M who) {
    base = sub_where(base, who, set(1));
    surrendered += count_of(who);
    if (plan.surrender_early) {
      lost = add_where(lost, who, set(1));  // half comes back whatever the dealer has
    } else if constexpr (!hole) {
      waits = waits | who;
    }
  }

  // Hands that are finished at `cls`, doubled where `twice`.
  ZAPATO_INLINE void finish(M who, V cls, M twice) {
    add_payoffs(won, who, cls, twice);
    const M stays = without(who, same(cls, set(class_bust)));
    alive = alive | stays;
    if constexpr (multi && !hole) box_alive = box_alive | stays;
  }

  ZAPATO_INLINE void stake_more(M who) {
    if constexpr (!hole) {
      extra = extra | who;
      if (plan.enhc) lost = sub_where(lost, who, set(2));
    }
    if constexpr (multi) stakes = add_where(stakes, who, set(1));
  }

  ZAPATO_INLINE void begin_half(M who) {
    const V v = value(pair_id);
    hand = pick(who, hand, v | ace_of(v));
    single = single | who;
    after_split = after_split | who;
  }

  // One row: every lane gets its card.
  ZAPATO_INLINE void step(std::uint64_t row) {
    const V id = shown[row & ring_mask], card = value(id);
    const V ace = ace_of(card);
    const int cards_left = 52 * plan.decks - static_cast<int>(row) - 1;

    dealer_hand = pick(drawing, dealer_hand, (dealer_hand + card) | ace);
    hand = pick(playing, hand, (hand + card) | ace);
    M two = playing & single;
    M paired = two & same(id, pair_id);
    single = nobody();

    left = sub_where(left, dealing, set(1));
    const M dealt = dealing & same(left, set(0));
    M dealer_natural_now = nobody();  // found by the peek
    M acting = playing, first = nobody(), natural = nobody(), boxes_done = nobody();
    M second = nobody();  // several boxes: lanes in which a box gets its second card

    if constexpr (counted) {
      const V tag = look(table16(plan.tags), card);
      M seen = everybody();
      if constexpr (hole) {
        hole_tag = pick(dealt, hole_tag, tag);
        seen = without(seen, dealt);
      }
      if (static_cast<int>(row) >= plan.burn) running = adds_where(running, seen, tag);
      overflow = overflow | above(running, set(119)) | above(set(-119), running);
    }

    if constexpr (!multi) {
      constexpr int back = hole ? 1 : 0;
      const V up_id = shown[(row - back - 1) & ring_mask];
      clear_round(dealt);
      set_up(dealt, value(up_id));
      M pair_dealt;
      open_box(dealt, (row - back - 2) & ring_mask, (row - back) & ring_mask, natural, pair_dealt);
      hands = pick(dealt, hands, set(1));
      waiting = pick(dealt, waiting, set(0));
      after_split = without(after_split, dealt);
      paired = paired | pair_dealt;
      two = two | dealt;
      first = dealt;
      acting = acting | dealt;
    } else {
      // The upcard comes after the first cards of all boxes; then each box's second one.
      const int after_up = plan.boxes + (hole ? 1 : 0);
      const M upcard = dealing & same(left, set(after_up));
      clear_round(upcard);
      set_up(upcard, card);
      second = dealing & above(set(after_up), left) & (hole ? above(left, set(0)) : everybody());
      M pair_dealt;
      open_box(second, (row - static_cast<std::uint64_t>(plan.boxes) - 1) & ring_mask, row & ring_mask, natural, pair_dealt);
      hands = pick(second, hands, set(1));
      waiting = pick(second, waiting, set(0));
      after_split = without(after_split, second);
      first = without(second, natural);
      if (hole && plan.surrender_early) first = without(first, give_up_before_peek(second, natural, pair_dealt, set(0)));
      paired = paired | pair_dealt;
      two = two | second;
      acting = acting | first;
    }
    if constexpr (hole) {
      dealer_hand = pick(dealt, dealer_hand, (up + card) | ace_of(up) | ace);
    } else {
      dealer_hand = pick(dealt, dealer_hand, up | ace_of(up));
    }
    dealing = without(dealing, dealt);

    V bucket = set(0);
    if constexpr (counted) bucket = bucket_at(cards_left, running, acting);
    if constexpr (counted) {
      if (plan.insurance) insure(dealt & same(up, set(1)) & at_least_unsigned(bucket, set(plan.insure_from)), natural);
    }
    if constexpr (hole && !multi) {
      if (plan.surrender_early) {
        const M gone = give_up_before_peek(dealt, natural, paired, bucket);
        boxes_done = boxes_done | gone;
        acting = without(acting, gone);
      }
    }
    if constexpr (hole) {
      dealer_natural_now = dealt & same(dealer_hand, set(natural_hand)) & peeked_ups();
      acting = without(acting, dealer_natural_now);
      boxes_done = without(boxes_done, dealer_natural_now);
    }

    // ---- the hand in play
    M done;
    V cls = class_of(hand);
    if constexpr (!multi) {
      natural = natural & acting;
      boxes_done = boxes_done | natural;
      acting = without(acting, natural);
    }
    {
      const M over = at_least_unsigned(cls, set(class_21));
      const Choice choice = choose(without(without(acting, over), forced), two, paired, first, bucket);
      if (plan.surrender_late || plan.surrender_early) {
        if (multi && hole && plan.surrender_late) {
          late_with_peek(choice.surrender);
        } else {
          give_up(choice.surrender);
        }
        if constexpr (!multi) boxes_done = boxes_done | choice.surrender;
      }
      const M goes_on = choice.doubling | choice.hit;
      const M finished = without(without(without(acting, goes_on), choice.split), choice.surrender);
      M splits_now = choice.split, doubles_now = choice.doubling, over_now = finished;
      if constexpr (multi) {
        // What a box's first decision wants waits for the box's turn.
        keep_wishes(second, (goes_on | choice.split) & first, choice, row, id);
        splits_now = without(splits_now, first);
        doubles_now = without(doubles_now, first);
        over_now = without(over_now, first);
      }
      split_up += count_of(splits_now);
      doubled += count_of(doubles_now);
      stake_more(splits_now | doubles_now);
      finish(finished, cls, forced);
      forced = doubles_now;
      hands = add_where(hands, splits_now, set(1));
      const M next_half = over_now & nonzero(waiting);
      waiting = add_where(waiting, splits_now, set(1));
      waiting = sub_where(waiting, next_half, set(1));
      begin_half(splits_now | next_half);
      done = without(over_now, next_half) | boxes_done;
      playing = multi ? without(playing, done) : without(acting, done);
    }

    if constexpr (multi) {
      // A box is finished, or the deal is: on to the next box that wants a card.
      if constexpr (!hole) {
        if (plan.obo) waits = waits | without(done & extra, box_alive);
      }
      const M onward = done | without(dealt, dealer_natural_now);
      done = next_box(onward);
    } else if constexpr (!hole) {
      if (plan.obo) waits = waits | without(done & extra, alive);
    }

    if constexpr (counted && hole) running = adds_where(running, done | dealer_natural_now, hole_tag);

    // ---- the dealer
    M settled, natural_end = dealer_natural_now;
    V dealer_class;
    if constexpr (hole) {
      const M checked = (done & alive) | drawing;
      dealer_class = dealer_class_of(plan, dealer_hand);
      const M stops = checked & nonzero(dealer_class);
      if (!plan.peek_on_ten) {
        natural_end = natural_end | (done & same(dealer_hand, set(natural_hand)) & same(up, set(10)));
      }
      drawing = without(checked, stops);
      settled = dealer_natural_now | without(done, alive) | stops;
    } else {
      natural_end = drawing & first_draw & same(dealer_hand, set(natural_hand));
      dealer_class = dealer_class_of(plan, dealer_hand);
      const M stops = drawing & (nonzero(dealer_class) | one_card);
      const M looks = without(done & waits & (same(up, set(1)) | same(up, set(10))), alive);
      const M draws_out = done & alive;
      drawing = without(drawing, stops) | looks | draws_out;
      first_draw = looks | draws_out;
      one_card = looks;
      settled = without(without(done, alive), looks) | stops;
    }
    settle(settled, natural_end, dealer_natural_now, dealer_class);

    // ---- the next round
    M on = settled;
    if constexpr (fresh) {
      on = without(on, same(played, set(plan.rounds_per_unit)));
      pack.refill(on, plan.decks, plan.split_by_rank);
    } else if (cards_left < plan.reshuffle_below) {
      on = nobody();
    }
    left = pick(on, left, set(deal_cards));
    dealing = dealing | on;
    if constexpr (counted) {
      if (any(on)) bet_bucket = pick(on, bet_bucket, bucket_at(cards_left, running, on));
    }
  }

  ZAPATO_INLINE void clear_round(M who) {
    for (int d = 0; d < 6; ++d) won[d] = pick(who, won[d], set(0));
    base = pick(who, base, set(0));
    if constexpr (multi) {
      natural_boxes = pick(who, natural_boxes, set(0));
    } else {
      natural_box = without(natural_box, who);
    }
    alive = without(alive, who);
    if constexpr (!hole) {
      waits = without(waits, who);
      extra = without(extra, who);
    }
    if constexpr (multi) {
      lost = pick(who, lost, set(0));
      stakes = pick(who, stakes, set(0));
      boxes_to_play = pick(who, boxes_to_play, set(0));
    }
  }
  ZAPATO_INLINE void set_up(M who, V card) {
    up = pick(who, up, card);
    if constexpr (looks_up) {
      up_low = pick(who, up_low, look(table16(up_low_bit), card));
      up_high = pick(who, up_high, look(table16(up_high_bit), card));
    }
  }

  ZAPATO_INLINE void insure(M who, M natural) {
    M sold = nobody(), covered = who;
    if (plan.even_money) {
      sold = who & natural;
      covered = without(covered, sold);
    } else if (!plan.natural_may_insure) {
      covered = without(covered, natural);
    }
    insured += count_of(sold | covered);
    base = sub_where(base, covered, set(1));
    lost = add_where(lost, covered, set(2));
    if constexpr (!hole) waits = without(waits, sold) | covered;
    // Even money: two halves whatever comes; the natural no longer waits.
    if (any(sold)) {
      base = pick(sold, base, set(2));
      lost = pick(sold, lost, set(2));
      natural_box = without(natural_box, sold);
    }
  }

  // Early surrender, asked before the peek; gives the lanes that took it.
  ZAPATO_INLINE M give_up_before_peek(M who, M natural, M paired, V bucket) {
    M may = without(who & peeked_ups(), natural);
    if (!plan.surrender_against_ace) may = without(may, same(up, set(1)));
    const V at = pick(paired, hand, value(pair_id) + set(lane_pair));
    const M gone = says(simulation_surrender, may, at, bucket);
    give_up(gone);
    return gone;
  }

  // Several boxes: a box's first decision is taken as soon as its second card lies there, for without a
  // count it looks at nothing but the upcard; what it wants of the shoe is kept until the box's turn.
  ZAPATO_INLINE void keep_wishes(M second, M wanting, const Choice& choice, std::uint64_t row, V id) {
    const V c1 = shown[(row - static_cast<std::uint64_t>(plan.boxes) - 1) & ring_mask];
    const V move = only(choice.hit, set(1)) | only(choice.doubling, set(2)) | only(choice.split, set(3));
    const V code = value_code(c1, id);
    // Box number b gets its second card with `left` = last - b.
    const int last = plan.boxes + (hole ? 1 : 0) - 1;
    V bit = set(0);
    for (int b = 0; b < plan.boxes; ++b) {
      const M here = second & same(left, set(last - b));
      box_code[b] = pick(here, box_code[b], code);
      box_move[b] = pick(here, box_move[b], move);
      bit = pick(here, bit, set(1 << b));
    }
    boxes_to_play = boxes_to_play | only(wanting, bit);
  }
  // Late surrender is decided after the peek; before it, a natural of the dealer's still takes the whole bet.
  ZAPATO_INLINE void late_with_peek(M who) {
    base = sub_where(base, who, set(1));
    late_pending = add_where(late_pending, who, set(1));
  }
  V late_pending;
  ZAPATO_INLINE V value_code(V first, V second) const {
    // Two of at most 13: four bits each. Shifting bytes by adding them to themselves.
    V high = second + second;
    high = high + high;
    high = high + high;
    high = high + high;
    return first | high;
  }

  // Lanes whose next box is wanted; gives those that have none left.
  ZAPATO_INLINE M next_box(M who) {
    const M more = who & nonzero(boxes_to_play);
    const V lowest = boxes_to_play & (set(0) - boxes_to_play);
    V code = set(0x11), move = set(0);
    for (int b = 0; b < plan.boxes; ++b) {
      const M here = more & same(lowest, set(1 << b));
      code = pick(here, code, box_code[b]);
      move = pick(here, move, box_move[b]);
    }
    boxes_to_play = sub_where(boxes_to_play, more, lowest);
    const V first = code & set(15), second = upper_nibble(code);
    const V a = value(first), b2 = value(second);
    hand = pick(more, hand, (a + b2) | ace_of(a) | ace_of(b2));
    pair_id = pick(more, pair_id, first);
    hands = pick(more, hands, set(1));
    waiting = pick(more, waiting, set(0));
    after_split = without(after_split, more);
    if constexpr (!hole) {
      extra = without(extra, more);
      box_alive = without(box_alive, more);
    }
    const M doubling = more & same(move, set(2)), splitting = more & same(move, set(3));
    doubled += count_of(doubling);
    split_up += count_of(splitting);
    stake_more(doubling | splitting);
    forced = forced | doubling;
    hands = add_where(hands, splitting, set(1));
    waiting = add_where(waiting, splitting, set(1));
    begin_half(splitting);
    playing = playing | more;
    return without(who, more);
  }
  ZAPATO_INLINE V upper_nibble(V code) const;

  ZAPATO_INLINE void settle(M who, M natural_end, M peeked, V dealer_class) {
    V net = won[5];
    for (int d = 0; d < 5; ++d) net = pick(same(dealer_class, set(d + 1)), net, won[d]);
    net = pick(natural_end, adds(base, net), lost);
    const M ordinary = without(who, natural_end);
    dealer_naturals += count_of(natural_end);
    if constexpr (multi) {
      if (plan.surrender_late && hole) {
        late_sum = sum_bytes(late_sum, only(without(who, peeked), late_pending));
        late_pending = pick(who, late_pending, set(0));
      }
      // What bytes can't hold for certain is left to the plain engine.
      overflow = overflow | (who & above(stakes, set(62 - 2 * plan.boxes)));
    }
    V paid = set(0);
    if constexpr (multi) {
      paid = only(ordinary, natural_boxes);
      paid_sum = sum_bytes(paid_sum, paid);
    } else {
      naturals_paid += count_of(ordinary & natural_box);
      if (plan.natural_apart) paid = only(ordinary & natural_box, set(1));
    }
    played = add_where(played, who, set(1));
    if constexpr (counted) {
      record_counted(who, net, paid);
    } else if constexpr (multi) {
      Half wide[halves];
      widen_signed(only(who, net), wide);
      for (int h = 0; h < halves; ++h) net_wide[h] = net_wide[h] + wide[h];
      if (plan.natural_apart) paid_bytes = paid_bytes + paid;
      record_each(bits(who), net, paid);
    } else {
      net_bytes = add_where(net_bytes, who, net);
      M rest = who;
      if (plan.natural_apart) {
        const M apart = ordinary & natural_box;
        paid_bytes = paid_bytes + paid;
        record_each(bits(apart), net, paid);
        rest = without(rest, apart);
      }
      static constexpr int usual[6] = {-4, -2, 0, 2, 3, 4};
      for (const int value_of : usual) {
        const M here = rest & same(net, set(value_of));
        tally[value_of + lane_zero] += count_of(here);
        rest = without(rest, here);
      }
      if (plan.surrender_late || plan.surrender_early) {
        const M here = rest & same(net, set(-1));
        tally[lane_zero - 1] += count_of(here);
        rest = without(rest, here);
      }
      if (any(rest)) record_each(bits(rest), net, set(0));
    }
  }
  Sums late_sum;

  ZAPATO_INLINE void record_each(std::uint64_t which, V net, V paid) {
    if (which == 0) return;
    alignas(64) std::int8_t nets[lanes];
    alignas(64) std::uint8_t paids[lanes];
    store(nets, net);
    store(paids, paid);
    for (; which != 0; which &= which - 1) {
      const int q = __builtin_ctzll(which);
      const int apart = plan.natural_apart ? paids[q] : 0;
      ++block.outcomes[apart * lane_halves + nets[q] + lane_zero];
    }
  }
  ZAPATO_INLINE void record_counted(M who, V net, V paid) {
    std::uint64_t which = bits(who);
    if (which == 0) return;
    alignas(64) std::int8_t nets[lanes];
    alignas(64) std::uint8_t paids[lanes], buckets[lanes];
    store(nets, net);
    store(buckets, bet_bucket);
    if (plan.natural_apart) store(paids, paid);
    for (; which != 0; which &= which - 1) {
      const int q = __builtin_ctzll(which);
      const int bucket = buckets[q], apart = plan.natural_apart ? paids[q] : 0;
      const std::int64_t bet = plan.bet[bucket];
      ++block.outcomes[(bucket * block.naturals_span + apart) * lane_halves + nets[q] + lane_zero];
      money[q] += bet * nets[q];
      stake_sum[q] += bet;
      if (apart != 0) block.paid[unit_of_lane(q)] += bet;
    }
  }

  ZAPATO_INLINE void widen_sums() {
    if constexpr (!counted) {
      Half wide[halves];
      if constexpr (!multi) {
        widen_signed(net_bytes, wide);
        for (int h = 0; h < halves; ++h) net_wide[h] = net_wide[h] + wide[h];
        net_bytes = set(0);
      }
      if (plan.natural_apart) {
        widen_unsigned(paid_bytes, wide);
        for (int h = 0; h < halves; ++h) paid_wide[h] = paid_wide[h] + wide[h];
        paid_bytes = set(0);
      }
    }
  }

  ZAPATO_INLINE void begin() {
    deal_cards = 2 * plan.boxes + (hole ? 2 : 1);
    if constexpr (fresh) deal_cards += plan.burn;  // burnt cards are cards of the deal that nobody looks at
    pack.fill(plan.decks);
    for (V& each : shown) each = set(1);
    dealing = everybody();
    playing = drawing = single = forced = after_split = alive = waits = extra = first_draw = one_card = nobody();
    box_alive = overflow = natural_box = nobody();
    left = set(fresh ? deal_cards : deal_cards + plan.burn);
    up = up_low = up_high = hand = pair_id = hands = waiting = dealer_hand = base = lost = natural_boxes = set(0);
    for (V& each : won) each = set(0);
    for (V& each : box_code) each = set(0x11);
    for (V& each : box_move) each = set(0);
    boxes_to_play = stakes = late_pending = set(0);
    played = net_bytes = paid_bytes = set(0);
    for (int h = 0; h < halves; ++h) net_wide[h] = paid_wide[h] = half(0);
    paid_sum = late_sum = no_sums();
    std::memset(tally, 0, sizeof tally);
    if constexpr (counted) {
      running = set(plan.count_start);
      hole_tag = set(0);
      bet_bucket = set(plan.bucket[(52 * plan.decks - plan.burn) * 256 + 128 + plan.count_start]);
      std::memset(money, 0, sizeof money);
      std::memset(stake_sum, 0, sizeof stake_sum);
      std::memset(block.paid, 0, sizeof block.paid);
    }
  }

  ZAPATO_INLINE void run() {
    begin();
    const std::uint64_t rows_max = fresh ? ~std::uint64_t{0} : static_cast<std::uint64_t>(52 * plan.decks);
    const auto ending = static_cast<std::uint64_t>(52 * plan.decks > plan.reshuffle_below ? 52 * plan.decks - plan.reshuffle_below : 0);
    bool on = true;
    for (std::uint64_t row = 0; on; row += rows_each) {
      draws.fill(plan.seed, first_unit, row / rows_each);
      const std::uint64_t end = row + rows_each < rows_max ? row + rows_each : rows_max;
      if constexpr (!fresh) {
        for (std::uint64_t r = row; r < end; ++r) draw(r, draws.row[r - row]);
      }
      for (std::uint64_t r = row; r < end; ++r) {
        if constexpr (fresh) draw(r, draws.row[r - row]);
        step(r);
        // Near the end of the shoes: as soon as the last lane is done.
        if (!fresh && r >= ending && !any(dealing | playing | drawing)) break;
      }
      widen_sums();
      on = any(dealing | playing | drawing);
      if (on && end == rows_max) {
        block.redo = true;  // a shoe has run out in mid-round
        return;
      }
    }
    finish_block();
  }

  ZAPATO_INLINE void finish_block() {
    if (any(overflow)) {
      block.redo = true;
      return;
    }
    block.redo = false;
    block.naturals = naturals;
    block.naturals_paid = naturals_paid + total(paid_sum);
    block.surrenders = surrendered + total(late_sum);
    block.splits = split_up;
    block.doubles = doubled;
    block.insured = insured;
    block.dealer_naturals = dealer_naturals;
    alignas(64) std::uint8_t rounds[lanes];
    store(rounds, played);
    block.rounds = 0;
    for (int q = 0; q < lanes; ++q) {
      const int unit = unit_of_lane(q);
      block.played[unit] = rounds[q];
      block.rounds += rounds[q];
      if constexpr (counted) {
        block.net[unit] = money[q];
        block.bets[unit] = stake_sum[q];
      } else {
        block.bets[unit] = rounds[q] * plan.boxes;
      }
    }
    if constexpr (!counted) {
      for (int h = 0; h < halves; ++h) {
        alignas(64) std::int16_t nets[half_width], paids[half_width];
        store_half(nets, net_wide[h]);
        store_half(paids, paid_wide[h]);
        for (int p = 0; p < half_width; ++p) {
          block.net[unit_of_place(h, p)] = nets[p];
          block.paid[unit_of_place(h, p)] = paids[p];
        }
      }
      if constexpr (!multi) {
        for (int each = 0; each < lane_halves; ++each) block.outcomes[each] += static_cast<std::uint32_t>(tally[each]);
      }
    }
  }
};

template <bool multi, bool hole, bool counted, bool fresh>
ZAPATO_INLINE V Table<multi, hole, counted, fresh>::upper_nibble(V code) const {
  // Shifting 16 bits at once moves bits between neighbours; the mask throws those away.
#if defined(__AVX512VBMI__)
  return V{_mm512_srli_epi16(code.v, 4)} & set(15);
#elif defined(__AVX2__)
  return V{_mm256_srli_epi16(code.a, 4), _mm256_srli_epi16(code.b, 4)} & set(15);
#else
  ZAPATO_EACH(V, _mm_and_si128(_mm_srli_epi16(code.v[k], 4), _mm_set1_epi8(15)));
#endif
}

template <bool multi, bool hole, bool counted, bool fresh>
void play_block(const LanePlan& plan, std::uint64_t first_unit, LaneBlock& block) {
  Table<multi, hole, counted, fresh> table(plan, first_unit, block);
  table.run();
}

}  // namespace

simulation::PlayBlock lanes_for(const LanePlan& plan) {
  if (plan.counted) {
    // Reading a count is all look-ups: where those go through memory the plain engine is faster.
    if (plan.boxes > 1 || plan.fresh || !looks_up) return nullptr;
    return plan.hole ? play_block<false, true, true, false> : play_block<false, false, true, false>;
  }
  if (plan.boxes == 1) {
    if (plan.fresh) return plan.hole ? play_block<false, true, false, true> : play_block<false, false, false, true>;
    return plan.hole ? play_block<false, true, false, false> : play_block<false, false, false, false>;
  }
  if (plan.fresh) return plan.hole ? play_block<true, true, false, true> : play_block<true, false, false, true>;
  return plan.hole ? play_block<true, true, false, false> : play_block<true, false, false, false>;
}

}  // namespace zapato::ZAPATO_SIMD_NAMESPACE

#else

namespace zapato::ZAPATO_SIMD_NAMESPACE {

simulation::PlayBlock lanes_for(const simulation::LanePlan&) { return nullptr; }

}  // namespace zapato::ZAPATO_SIMD_NAMESPACE

#endif
