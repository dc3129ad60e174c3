#include "zapato/simulation/plain.hpp"

#include <algorithm>
#include <stdexcept>

#include "zapato/simulation/lanes.hpp"
#include "zapato/simulation/stream.hpp"

namespace zapato::simulation {
namespace {

constexpr auto rejection_limits = [] {
  std::array<std::uint16_t, cards_max + 1> limits{};
  for (unsigned n = 1; n <= cards_max; ++n) limits[n] = static_cast<std::uint16_t>(rejected_below(n));
  return limits;
}();

// How many cards are left, as running totals over the kinds, so that the card at a drawn place is found
// by comparing and taken by subtracting. Sixteen places: a vector's worth; the last three never match.
class Pack {
 public:
  void fill(int decks) noexcept {
    for (int kind = 0; kind < places; ++kind) {
      upto_[kind] = static_cast<std::int16_t>(kind < kinds ? 4 * decks * (kind + 1) : out_of_reach);
    }
    left_ = 52 * decks;
  }
  int left() const noexcept { return left_; }
  // Takes the card at `place` (0 .. left - 1) of the sorted pack; gives its kind.
  int take(std::uint32_t place) noexcept {
    const auto at = static_cast<std::int16_t>(place);
    std::int16_t kind = 0;
    for (int each = 0; each < places; ++each) {
      const std::int16_t beyond = upto_[each] > at;
      kind = static_cast<std::int16_t>(kind + 1 - beyond);
      upto_[each] = static_cast<std::int16_t>(upto_[each] - beyond);
    }
    --left_;
    return kind;
  }
  void remove(int kind) noexcept {
    for (int each = kind; each < kinds; ++each) --upto_[each];
    --left_;
  }

 private:
  static constexpr int places = 16;
  static constexpr std::int16_t out_of_reach = 20000;  // more than all draws of a shoe could wear down
  std::array<std::int16_t, places> upto_{};
  int left_ = 0;
};

// The shoe of a unit: cards by the unit's stream.
class StreamShoe {
 public:
  StreamShoe(const Plan& plan, std::uint64_t unit) noexcept : game_(plan.game), seed_(plan.seed), unit_(unit) {}

  int left() const noexcept { return pack_.left(); }

  void fresh() {
    pack_.fill(game_.decks);
    for (int burnt = 0; burnt < game_.burn; ++burnt) draw();
  }

  // All cards but those of the round in play are shuffled and dealt from; burnt cards come back too.
  void recycle(const std::vector<std::uint8_t>& in_play) {
    pack_.fill(game_.decks);
    if (static_cast<int>(in_play.size()) >= pack_.left()) {
      throw std::runtime_error("one round needs more cards than the decks hold");
    }
    for (const std::uint8_t kind : in_play) pack_.remove(kind);
  }

  int draw() noexcept {
    if (row_ % rows_per_counter == 0) words_ = threefry({unit_, row_ / rows_per_counter}, {seed_, stream_of_cards});
    const auto field = static_cast<unsigned>(row_ % rows_per_counter);
    const auto bits = static_cast<std::uint16_t>((field < 4 ? words_.first : words_.second) >> (16 * (field % 4)));
    const auto n = static_cast<std::uint32_t>(pack_.left());
    const std::uint32_t product = bits * n;
    std::uint32_t place = product >> 16;
    if ((product & 0xFFFF) < rejection_limits[n]) [[unlikely]] place = redrawn(seed_, unit_, row_, n);
    ++row_;
    return pack_.take(place);
  }

 private:
  const Game& game_;
  std::uint64_t seed_, unit_, row_ = 0;
  Words words_{};
  Pack pack_;
};

struct ScriptEnded {};

// Cards as a script gives them.
class ScriptShoe {
 public:
  explicit ScriptShoe(const std::vector<std::uint8_t>& ranks) : ranks_(ranks) {}
  int left() const noexcept { return static_cast<int>(ranks_.size() - taken_); }
  bool empty() const noexcept { return taken_ == ranks_.size(); }
  int draw() {
    if (empty()) throw ScriptEnded{};
    return kind_of_rank[ranks_[taken_++]];
  }
  void recycle(const std::vector<std::uint8_t>&) { throw ScriptEnded{}; }

 private:
  const std::vector<std::uint8_t>& ranks_;
  std::size_t taken_ = 0;
};

// A set of cards by its value: `low` counts aces as 1.
struct Points {
  int low = 0, cards = 0;
  bool ace = false;

  void add(int value) noexcept {
    low += value;
    ace = ace || value == 1;
    ++cards;
  }
  bool soft() const noexcept { return ace && low <= 11; }
  int total() const noexcept { return soft() ? low + 10 : low; }
  bool two_card_21() const noexcept { return cards == 2 && ace && low == 11; }
};

struct Hand {
  Points points;
  int state = Strategy::start, first = -1, second = -1;  // kinds of the first two cards
  bool after_split = false, doubled = false;
};

// What one box has on the felt, from the deal to the settlement.
struct Felt {
  std::array<Hand, hands_max> hands;
  int count = 1;
  bool insured = false, even_money = false, surrendered = false, early = false;
  bool natural = false;

  int bets() const noexcept {
    int sum = 0;
    for (int hand = 0; hand < count; ++hand) sum += hands[static_cast<std::size_t>(hand)].doubled ? 2 : 1;
    return sum;
  }
};

enum MoveCode : std::uint8_t { code_stand, code_hit, code_double, code_split, code_surrender, code_insure, code_even_money };

template <class Shoe, bool traced>
class Player {
 public:
  Player(const Plan& plan, Shoe& shoe, Tally* tally) : plan_(plan), game_(plan.game), shoe_(shoe), tally_(tally) {
    boxes_ = static_cast<int>(plan.boxes.size());
    for (const Box& box : plan.boxes) tallied_ += box.company ? 0 : 1;
    taken_.reserve(cards_max);
  }

  void fresh_shoe() noexcept { running_ = plan_.count.start; }

  // One round; its part of the unit.
  UnitResult play(TracedRound* record) {
    record_ = record;
    taken_.clear();
    seen_ = 0;
    const int bucket = bucket_now();
    const std::uint32_t bet = plan_.count.bet[static_cast<std::size_t>(bucket)];
    deal();
    insurance();
    early_surrender();
    const bool peeks = game_.peeks_under(up_value_);
    const bool ended = peeks && dealer_.two_card_21();
    if (!ended) {
      for (int box = 0; box < boxes_; ++box) play_box(box);
      dealer_draws();
    }
    if (game_.hole == Hole::peek) see(hole_);
    return settle(bucket, bet);
  }

 private:
  // ---- cards
  int draw() {
    if (shoe_.left() == 0) {
      shoe_.recycle(taken_);
      running_ = plan_.count.start + seen_;
    }
    const int kind = shoe_.draw();
    taken_.push_back(static_cast<std::uint8_t>(kind));
    if constexpr (traced) record_->ranks.push_back(rank_of_kind[static_cast<std::size_t>(kind)]);
    return kind;
  }
  static int value(int kind) noexcept { return value_of_kind[static_cast<std::size_t>(kind)]; }
  void see(int kind) noexcept {
    const int tag = plan_.count.tags[static_cast<std::size_t>(value(kind) - 1)];
    running_ += tag;
    seen_ += tag;
  }
  int draw_seen() {
    const int kind = draw();
    see(kind);
    return kind;
  }
  int bucket_now() const noexcept { return plan_.count.on ? plan_.count.bucket_at(shoe_.left(), running_) : 0; }

  void deal() {
    for (int box = 0; box < boxes_; ++box) {
      felt_[static_cast<std::size_t>(box)] = Felt{};
      give(box, felt_[static_cast<std::size_t>(box)].hands[0]);
    }
    dealer_ = Points{};
    up_value_ = value(draw_seen());
    dealer_.add(up_value_);
    for (int box = 0; box < boxes_; ++box) {
      Felt& felt = felt_[static_cast<std::size_t>(box)];
      give(box, felt.hands[0]);
      felt.natural = felt.hands[0].points.two_card_21();
    }
    if (game_.hole == Hole::peek) {
      hole_ = draw();
      dealer_.add(value(hole_));
    }
  }

  void give(int box, Hand& hand) {
    const int kind = draw_seen();
    (hand.points.cards == 0 ? hand.first : hand.second) = kind;
    hand.points.add(value(kind));
    hand.state = strategy(box).next[static_cast<std::size_t>(hand.state * 10 + value(kind) - 1)];
    // Where a pair is two of a rank, a K and a T are 20 and no pair of the chart.
    if (game_.split_by_rank && hand.points.cards == 2 && hand.points.low == 20 && hand.first != hand.second &&
        strategy(box).chart) {
      hand.state = strategy(box).state_of_cell[20];
    }
  }

  // ---- choices
  const Strategy& strategy(int box) const noexcept {
    return plan_.strategies[static_cast<std::size_t>(plan_.boxes[static_cast<std::size_t>(box)].strategy)];
  }
  bool says(int box, const Hand& hand, Question question) const noexcept {
    const auto at = static_cast<std::size_t>(hand.state * 10 + up_value_ - 1);
    const bool yes = (strategy(box).answers[at] >> question & 1) != 0;
    return plan_.count.on ? yes != (bucket_now() >= strategy(box).turns[question][at]) : yes;
  }
  void note(int box, MoveCode code) {
    if constexpr (traced) record_->moves.push_back({static_cast<std::uint8_t>(box + 1), code});
  }
  void add(Counter counter, int box, std::uint64_t times = 1) noexcept {
    if (tally_ != nullptr && !plan_.boxes[static_cast<std::size_t>(box)].company) tally_->count[counter] += times;
  }

  void insurance() {
    if (up_value_ != 1 || !game_.insurance) return;
    for (int box = 0; box < boxes_; ++box) {
      Felt& felt = felt_[static_cast<std::size_t>(box)];
      const std::uint8_t from = strategy(box).insure_from;
      if (from == never || !plan_.count.on || bucket_now() < from) continue;
      if (felt.natural && game_.even_money) {
        felt.even_money = true;
        note(box, code_even_money);
      } else if (!felt.natural || game_.natural_may_insure) {
        felt.insured = true;
        note(box, code_insure);
      } else {
        continue;
      }
      add(insured, box);
    }
  }

  bool surrender_open() const noexcept { return up_value_ != 1 || game_.surrender_against_ace; }

  void early_surrender() {
    if (game_.surrender != Surrender::early || !game_.peeks_under(up_value_) || !surrender_open()) return;
    for (int box = 0; box < boxes_; ++box) {
      Felt& felt = felt_[static_cast<std::size_t>(box)];
      if (!felt.natural && says(box, felt.hands[0], surrender)) give_up(box, felt);
    }
  }
  void give_up(int box, Felt& felt) {
    felt.surrendered = true;
    felt.early = game_.surrender == Surrender::early;
    note(box, code_surrender);
    add(surrenders, box);
  }

  bool may_surrender(const Hand& hand) const noexcept {
    if (hand.points.cards != 2 || hand.after_split || !surrender_open()) return false;
    return game_.surrender == Surrender::late ||
           (game_.surrender == Surrender::early && !game_.peeks_under(up_value_));
  }
  bool may_split(const Felt& felt, const Hand& hand) const noexcept {
    if (hand.points.cards != 2 || felt.count >= game_.max_hands) return false;
    if (value(hand.first) != value(hand.second)) return false;
    if (game_.split_by_rank && hand.first != hand.second) return false;
    return !(hand.after_split && value(hand.first) == 1) || game_.resplit_aces;
  }
  bool may_double(const Hand& hand) const noexcept {
    if (hand.points.cards != 2 || game_.double_never) return false;
    if (hand.after_split && !game_.double_after_split) return false;
    if (hand.points.soft() && !game_.double_soft) return false;
    return hand.points.low >= game_.double_low && hand.points.low <= game_.double_high;
  }

  // ---- play
  void play_box(int box) {
    Felt& felt = felt_[static_cast<std::size_t>(box)];
    if (felt.natural || felt.surrendered) return;
    for (int playing = 0; playing < felt.count; ++playing) {
      bool done = false;
      while (!done) done = act(box, felt, playing);
    }
  }

  // One decision of one hand; whether the hand is finished.
  bool act(int box, Felt& felt, int playing) {
    Hand& hand = felt.hands[static_cast<std::size_t>(playing)];
    if (hand.points.cards == 1) give(box, hand);
    if (hand.points.total() >= 21) return true;
    const bool frozen = hand.after_split && value(hand.first) == 1 && !game_.hit_split_aces;
    if (may_surrender(hand) && says(box, hand, surrender)) {
      give_up(box, felt);
      return true;
    }
    const bool splittable = may_split(felt, hand);
    if (splittable && says(box, hand, split)) {
      note(box, code_split);
      add(splits, box);
      part(box, felt, playing);
      return false;
    }
    if (frozen) {
      if (splittable) note(box, code_stand);
      return true;
    }
    if (may_double(hand) && says(box, hand, doubling)) {
      note(box, code_double);
      add(doubles, box);
      hand.doubled = true;
      give(box, hand);
      return true;
    }
    if (says(box, hand, hit)) {
      note(box, code_hit);
      give(box, hand);
      return hand.points.total() >= 21;
    }
    note(box, code_stand);
    return true;
  }

  // The two cards become hands of one card each. Their values are equal, so which is played first (the
  // split order) makes a difference to ranks only.
  void part(int box, Felt& felt, int playing) {
    const auto at = static_cast<std::size_t>(playing);
    const int first = felt.hands[at].first, second = felt.hands[at].second;
    for (int later = felt.count; later > playing + 1; --later) {
      felt.hands[static_cast<std::size_t>(later)] = felt.hands[static_cast<std::size_t>(later - 1)];
    }
    ++felt.count;
    felt.hands[at] = half(box, first);
    felt.hands[at + 1] = half(box, second);
  }
  Hand half(int box, int kind) const noexcept {
    Hand hand;
    hand.first = kind;
    hand.points.add(value(kind));
    hand.state = strategy(box).next[static_cast<std::size_t>(Strategy::start * 10 + value(kind) - 1)];
    hand.after_split = true;
    return hand;
  }

  // ---- dealer
  bool dealer_stands() const noexcept {
    const int total = dealer_.total();
    return total >= 17 && !(total == 17 && dealer_.soft() && game_.hit_soft_17);
  }

  void dealer_draws() {
    bool alive = false, waits = false;
    for (int box = 0; box < boxes_; ++box) {
      const Felt& felt = felt_[static_cast<std::size_t>(box)];
      // Something that the dealer's natural alone decides.
      waits = waits || felt.insured || (felt.natural && !felt.even_money) || (felt.surrendered && !felt.early);
      if (felt.natural || felt.surrendered) continue;
      bool box_alive = false;
      for (int hand = 0; hand < felt.count; ++hand) {
        box_alive = box_alive || felt.hands[static_cast<std::size_t>(hand)].points.total() <= 21;
      }
      alive = alive || box_alive;
      // With only the original bet at stake the dealer's natural gives doubles and splits back.
      waits = waits || (game_.hole == Hole::obo && !box_alive && felt.bets() > 1);
    }
    if (alive) {
      while (!dealer_stands()) dealer_.add(value(draw_seen()));
      // A two-card 21 that is dealt here (no hole card) stops by itself.
    } else if (waits && game_.hole != Hole::peek && (up_value_ == 1 || up_value_ == 10)) {
      dealer_.add(value(draw_seen()));
    }
  }

  // ---- money, in half bets; naturals at 6:5 apart
  struct Result {
    int halves = 0, paid = 0;
  };

  Result settle_box(const Felt& felt, bool dealer_natural) const noexcept {
    Result result;
    if (felt.insured) result.halves += dealer_natural ? 2 : -1;
    if (felt.even_money) {
      result.halves += 2;
    } else if (felt.natural) {
      if (!dealer_natural) {
        if (game_.natural == Natural::six_to_five) {
          result.paid = 1;
        } else {
          result.halves += game_.natural == Natural::three_to_two ? 3 : 2;
        }
      }
    } else if (felt.surrendered) {
      result.halves -= dealer_natural && !felt.early ? 2 : 1;
    } else if (dealer_natural) {
      result.halves -= 2 * (game_.hole == Hole::enhc ? felt.bets() : 1);
    } else {
      const int dealer = dealer_.total() > 21 ? 0 : dealer_.total();
      for (int each = 0; each < felt.count; ++each) {
        const Hand& hand = felt.hands[static_cast<std::size_t>(each)];
        const int total = hand.points.total(), won = total > 21 ? -1 : (total > dealer) - (total < dealer);
        result.halves += won * (hand.doubled ? 4 : 2);
      }
    }
    return result;
  }

  UnitResult settle(int bucket, std::uint32_t bet) {
    const bool dealer_natural = dealer_.two_card_21();
    Result sum;
    for (int box = 0; box < boxes_; ++box) {
      const Felt& felt = felt_[static_cast<std::size_t>(box)];
      const Result result = settle_box(felt, dealer_natural);
      if constexpr (traced) record_->box_tenths.push_back(tenths(result));
      if (plan_.boxes[static_cast<std::size_t>(box)].company) continue;
      sum.halves += result.halves;
      sum.paid += result.paid;
      if (felt.natural) {
        add(naturals, box);
        if (!felt.even_money && !dealer_natural) add(naturals_paid, box);
      }
    }
    const std::int64_t net = tenths(sum) * bet;
    if (tally_ != nullptr) {
      tally_->count[dealer_naturals] += dealer_natural ? 1 : 0;
      ++tally_->outcome(bucket, sum.paid, sum.halves);
    }
    if constexpr (traced) {
      record_->bet = bet;
      record_->net_tenths = net;
    }
    return {net, static_cast<std::int64_t>(bet) * tallied_, 1};
  }
  std::int64_t tenths(const Result& result) const noexcept {
    return result.halves * 5 + result.paid * natural_tenths(game_.natural);
  }

  const Plan& plan_;
  const Game& game_;
  Shoe& shoe_;
  Tally* tally_;
  TracedRound* record_ = nullptr;
  int boxes_ = 0, tallied_ = 0;
  std::array<Felt, boxes_max> felt_;
  Points dealer_;
  int up_value_ = 0, hole_ = 0;
  int running_ = 0, seen_ = 0;  // the count: of the shoe, and of this round
  std::vector<std::uint8_t> taken_;
};

// The rounds of a unit, one by one: `round(fresh)` plays one.
template <class Play>
void rounds_of_unit(const Plan& plan, StreamShoe& shoe, std::uint64_t rounds_max, Play&& play) {
  shoe.fresh();
  bool fresh = true;
  int shoes = 1;
  for (std::uint64_t rounds = 0; rounds < rounds_max && rounds < unit_rounds_max; ++rounds) {
    if (!fresh && shoe.left() < plan.game.reshuffle_below) {
      if (shoes == plan.shoes_per_unit) return;
      ++shoes;
      shoe.fresh();
      fresh = true;
    }
    play(fresh);
    fresh = false;
  }
}

}  // namespace

std::uint32_t redrawn(std::uint64_t seed, std::uint64_t unit, std::uint64_t row, std::uint32_t n) noexcept {
  for (std::uint64_t attempt = 1;; ++attempt) {
    const std::uint32_t product = draw_at(seed, unit, row, attempt) * n;
    if ((product & 0xFFFF) >= rejection_limits[n]) return product >> 16;
  }
}

UnitResult play_unit(const Plan& plan, std::uint64_t unit, std::uint64_t rounds_max, Tally& tally) {
  StreamShoe shoe(plan, unit);
  Player<StreamShoe, false> player(plan, shoe, &tally);
  UnitResult sum;
  rounds_of_unit(plan, shoe, rounds_max, [&](bool fresh) {
    if (fresh) player.fresh_shoe();
    const UnitResult round = player.play(nullptr);
    sum.net += round.net;
    sum.bets += round.bets;
    ++sum.rounds;
  });
  return sum;
}

std::vector<TracedRound> trace(const Plan& plan, std::uint64_t rounds) {
  std::vector<TracedRound> records;
  for (std::uint64_t unit = 0; records.size() < rounds; ++unit) {
    StreamShoe shoe(plan, unit);
    Player<StreamShoe, true> player(plan, shoe, nullptr);
    rounds_of_unit(plan, shoe, rounds - records.size(), [&](bool fresh) {
      if (fresh) player.fresh_shoe();
      TracedRound& record = records.emplace_back();
      record.unit = unit;
      record.fresh_shoe = fresh;
      player.play(&record);
    });
  }
  return records;
}

std::vector<TracedRound> play_script(const Plan& plan, const std::vector<std::uint8_t>& ranks) {
  if (plan.count.on && static_cast<int>(ranks.size()) > plan.game.shoe_cards()) {
    throw std::invalid_argument("a script that is counted holds no more cards than a shoe");
  }
  ScriptShoe shoe(ranks);
  Player<ScriptShoe, true> player(plan, shoe, nullptr);
  player.fresh_shoe();
  std::vector<TracedRound> records;
  try {
    while (!shoe.empty()) {
      records.emplace_back().fresh_shoe = records.size() == 1;
      player.play(&records.back());
    }
  } catch (const ScriptEnded&) {
    records.pop_back();
  }
  return records;
}

}  // namespace zapato::simulation
