#include "zapato/simulation/simulate.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

#include "zapato/simd.hpp"
#include "zapato/simulation/lanes.hpp"
#include "zapato/simulation/plain.hpp"

namespace zapato::simulation {

Tally::Tally(const Plan& plan) {
  int tallied = 0;
  for (const Box& box : plan.boxes) tallied += box.company ? 0 : 1;
  naturals_span = plan.game.natural == Natural::six_to_five ? tallied + 1 : 1;
  outcomes.assign(static_cast<std::size_t>(plan.count.buckets * naturals_span * halves_span), 0);
}

void Tally::add_unit(const UnitResult& unit) noexcept {
  ++units;
  rounds += static_cast<std::uint64_t>(unit.rounds);
  const Wide net = unit.net, bets = unit.bets, played = unit.rounds;
  moments[0] += net * net;
  moments[1] += net * bets;
  moments[2] += bets * bets;
  moments[3] += net * played;
  moments[4] += bets * played;
  moments[5] += played * played;
}

namespace {

// What the lanes' bytes hold: a deal's cards to come, a running count.
constexpr int lane_deal_max = 100, lane_tag_max = 4, lane_start_max = 100;

bool may_double(const Game& game, int low, bool soft) noexcept {
  return !game.double_never && (!soft || game.double_soft) && low >= game.double_low && low <= game.double_high;
}

// The plan for the lanes. `play` is null where they can't play it.
struct Lanes {
  LanePlan plan{};
  PlayBlock play = nullptr;

  explicit Lanes(const Plan& from) {
    if (!suits(from)) return;
    rules(from);
    strategy(from.strategies[static_cast<std::size_t>(from.boxes.front().strategy)], from.game);
    if (plan.turns > index_plays_max) return;
    count(from);
    switch (simd_level()) {
      case SimdLevel::avx512:
#ifdef ZAPATO_SIMD_X86
        play = avx512::lanes_for(plan);
        break;
      case SimdLevel::avx2:
        play = avx2::lanes_for(plan);
        break;
#endif
      default:
        play = portable::lanes_for(plan);
        break;
    }
  }

 private:
  static bool suits(const Plan& from) {
    for (const Box& box : from.boxes) {
      if (box.company || box.strategy != from.boxes.front().strategy) return false;
    }
    if (!from.strategies[static_cast<std::size_t>(from.boxes.front().strategy)].chart) return false;
    if (from.game.burn > lane_deal_max || from.game.shoe_cards() <= from.game.burn) return false;
    if (!from.game.fresh_each_round() && from.shoes_per_unit != 1) return false;
    if (from.shoes_per_unit > 250) return false;
    if (!from.count.on) return true;
    return std::all_of(from.count.tags.begin(), from.count.tags.end(), [](int tag) { return tag >= -lane_tag_max && tag <= lane_tag_max; }) &&
           from.count.start >= -lane_start_max && from.count.start <= lane_start_max;
  }

  void rules(const Plan& from) {
    const Game& game = from.game;
    plan.seed = from.seed;
    plan.decks = game.decks;
    plan.burn = game.burn;
    plan.reshuffle_below = game.reshuffle_below;
    plan.boxes = static_cast<int>(from.boxes.size());
    plan.hole = game.hole == Hole::peek;
    plan.obo = game.hole == Hole::obo;
    plan.enhc = game.hole == Hole::enhc;
    plan.peek_on_ten = game.peek_on_ten;
    plan.fresh = game.fresh_each_round();
    plan.rounds_per_unit = from.shoes_per_unit;
    plan.split_by_rank = game.split_by_rank;
    plan.double_after_split = game.double_after_split;
    plan.resplit_aces = game.resplit_aces;
    plan.hit_split_aces = game.hit_split_aces;
    plan.max_hands = game.max_hands;
    plan.surrender_late = game.surrender == Surrender::late;
    plan.surrender_early = game.surrender == Surrender::early;
    plan.surrender_against_ace = game.surrender_against_ace;
    plan.natural_apart = game.natural == Natural::six_to_five;
    plan.natural_halves = plan.natural_apart ? 0 : game.natural == Natural::three_to_two ? 3 : 2;
    for (int x = 0; x < 64; ++x) {
      const int low = x & 31;
      const bool soft = x >= lane_ace && low <= 11;
      const int total = soft ? low + 10 : low;
      const bool stands = total >= 17 && !(soft && total == 17 && game.hit_soft_17);
      plan.dealer_class[x] = static_cast<std::uint8_t>(total > 21 ? 6 : stands ? total - 16 : 0);
    }
  }

  void strategy(const Strategy& chart, const Game& game) {
    for (int x = 0; x < 64; ++x) {
      const int low = x & 31;
      const bool pair = x > lane_pair && x <= lane_pair + 10, soft = x >= lane_ace && low <= 11;
      if (!pair && low > 21) continue;
      const int cell = pair ? x - lane_pair + 31 : soft ? low + 20 : low;
      const std::size_t state = chart.state_of_cell[static_cast<std::size_t>(cell)];
      for (int up = 1; up <= 10; ++up) {
        const std::size_t at = state * 10 + static_cast<std::size_t>(up) - 1;
        for (int question = 0; question < 4; ++question) {
          if (question == doubling && (pair || !may_double(game, low, soft))) continue;
          if (question == split && !pair) continue;
          if ((chart.answers[at] >> question & 1) != 0) {
            (up <= 8 ? plan.yes_low : plan.yes_high)[question][x] |= static_cast<std::uint8_t>(1 << (up <= 8 ? up - 1 : up - 9));
          }
          const std::uint8_t from = chart.turns[static_cast<std::size_t>(question)][at];
          if (from != never) turn(question, up)[x] = from;
        }
      }
    }
    plan.insure_from = chart.insure_from;
  }
  std::uint8_t* turn(int question, int up) {
    for (int each = 0; each < plan.turns && each < index_plays_max; ++each) {
      if (plan.turn[each].question == question && plan.turn[each].up == up) return plan.turn[each].from;
    }
    LaneTurns& added = plan.turn[std::min(plan.turns, index_plays_max - 1)];
    ++plan.turns;
    added.question = static_cast<std::uint8_t>(question);
    added.up = static_cast<std::uint8_t>(up);
    std::memset(added.from, never, sizeof added.from);
    return added.from;
  }

  void count(const Plan& from) {
    plan.counted = from.count.on;
    if (!plan.counted) return;
    plan.insurance = from.game.insurance && plan.insure_from != never;
    plan.natural_may_insure = from.game.natural_may_insure;
    plan.even_money = from.game.even_money;
    for (int value = 1; value <= 10; ++value) plan.tags[value] = static_cast<std::int8_t>(from.count.tags[static_cast<std::size_t>(value - 1)]);
    plan.count_start = from.count.start;
    plan.bucket = from.count.bucket.data();
    plan.bet = from.count.bet.data();
  }
};

// A block's sums into the tally.
void add_block(const Plan& plan, const LaneBlock& block, Tally& tally, std::vector<UnitResult>* each) {
  tally.count[naturals] += block.naturals;
  tally.count[naturals_paid] += block.naturals_paid;
  tally.count[surrenders] += block.surrenders;
  tally.count[splits] += block.splits;
  tally.count[doubles] += block.doubles;
  tally.count[insured] += block.insured;
  tally.count[dealer_naturals] += block.dealer_naturals;
  const int apart = natural_tenths(plan.game.natural);
  for (int unit = 0; unit < lanes; ++unit) {
    const UnitResult result{block.net[unit] * 5 + block.paid[unit] * apart, block.bets[unit], block.played[unit]};
    tally.add_unit(result);
    if (each != nullptr) each->push_back(result);
  }
  const std::uint32_t* from = block.outcomes;
  for (int row = 0; row < plan.count.buckets * tally.naturals_span; ++row, from += lane_halves) {
    std::uint64_t* to = &tally.outcomes[static_cast<std::size_t>(row * halves_span + halves_zero - lane_zero)];
    for (int at = 0; at < lane_halves; ++at) to[at] += from[at];
  }
}

std::uint64_t play_plain(const Plan& plan, std::uint64_t first, std::uint64_t units, std::uint64_t rounds_max, Tally& tally,
                         std::vector<UnitResult>* each) {
  std::uint64_t left = rounds_max;
  for (std::uint64_t unit = first; unit < first + units && left > 0; ++unit) {
    const UnitResult result = play_unit(plan, unit, left, tally);
    tally.add_unit(result);
    if (each != nullptr) each->push_back(result);
    left -= static_cast<std::uint64_t>(result.rounds);
  }
  return left;
}

}  // namespace

bool lanes_can_play(const Plan& plan) { return Lanes(plan).play != nullptr; }

void simulate(const Plan& plan, std::uint64_t first, std::uint64_t units, std::uint64_t rounds_max, Engine engine,
              Tally& tally, std::vector<UnitResult>* each) {
  std::uint64_t left = rounds_max;
  if (engine == Engine::fastest) {
    const auto fast = std::make_unique<Lanes>(plan);
    if (fast->play != nullptr) {
      const auto block = std::make_unique<LaneBlock>();
      std::vector<std::uint32_t> outcomes(static_cast<std::size_t>(plan.count.buckets * tally.naturals_span * lane_halves));
      block->outcomes = outcomes.data();
      block->naturals_span = tally.naturals_span;
      for (; units >= lanes && left > 0; first += lanes, units -= lanes) {
        std::fill(outcomes.begin(), outcomes.end(), 0);
        fast->play(fast->plan, first, *block);
        if (block->redo || block->rounds > left) {
          left = play_plain(plan, first, lanes, left, tally, each);
        } else {
          add_block(plan, *block, tally, each);
          left -= block->rounds;
        }
      }
    }
  }
  play_plain(plan, first, units, left, tally, each);
}

}  // namespace zapato::simulation
