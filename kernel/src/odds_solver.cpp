#include "odds_solver.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <stdexcept>

namespace zapato::odds {

// ---------------------------------------------------------------- the shoe

Deck::Deck(const Shoe& shoe) {
  double sum = 0;
  for (int kind = 0; kind < kinds; ++kind) sum += shoe.cards[kind];
  for (int kind = 0; kind < kinds; ++kind) cards[kind] = shoe.endless ? shoe.cards[kind] / sum : shoe.cards[kind];
  size = shoe.endless ? 1 : sum;
  step = shoe.endless ? 0 : 1;
  fill();
}

Deck::Deck(const Deck& whole, int kind, int copies) {
  std::copy(std::begin(whole.cards), std::end(whole.cards), cards);
  step = whole.step;
  cards[kind] -= step * copies;
  size = whole.size - step * copies;
  fill();
}

void Deck::fill() {
  for (int kind = 0; kind < kinds; ++kind) {
    ways[kind][0] = 1;
    for (int copies = 1; copies < copies_bound; ++copies) {
      ways[kind][copies] = ways[kind][copies - 1] * std::max(0.0, cards[kind] - step * (copies - 1));
    }
  }
  per_orders[0] = 1;
  for (int length = 1; length < length_bound + 16; ++length) {
    const double left = size - step * (length - 1);
    per_orders[length] = left > 0 ? per_orders[length - 1] / left : 0;
  }
}

double Deck::path_besides(int pair, const Hand& hand, int next, int after) const {
  double product = 1;
  for (int kind = 0; kind < kinds; ++kind) {
    if (kind != pair) product *= ways[kind][hand.counts[kind] + (kind == next) + (kind == after)];
  }
  return product;
}

double Deck::path(const Hand& hand, int next, int after) const {
  return path_besides(-1, hand, next, after) * per_orders[hand.cards + (next >= 0) + (after >= 0)];
}

// ---------------------------------------------------------------- the rules

bool Settlement::may_double(const Hand& hand) const {
  if (hand.cards != 2 || hand.total == 21) return false;
  const auto within = [&](int total) {
    return total <= 11 && total >= (rules.double_on == DoubleOn::nine_to_eleven ? 9 : 10);
  };
  switch (rules.double_on) {
    case DoubleOn::any: return true;
    case DoubleOn::none: return false;
    default: return hand.soft ? rules.double_soft && within(hand.low) : within(hand.total);
  }
}

bool Settlement::may_double_after_split(const Hand& hand, int pair) const {
  return rules.double_after_split && may_hit_after_split(pair) && may_double(hand);
}

bool Settlement::may_surrender(int up) const {
  return rules.surrender != Surrender::none && (up != 0 || rules.surrender_against_ace);
}

int Settlement::hands_limit(int pair) const {
  return pair == 0 && !rules.resplit_aces ? std::min(2, rules.max_hands) : rules.max_hands;
}

Deal deal(const Deck& deck, const Settlement& table, const Hand& hand, int up) {
  Deal found{};
  found.mass = deck.path(hand, up, -1);
  found.no_natural = found.mass - (up == 0 || up == 9 ? deck.path(hand, up, 9 - up) : 0);
  found.stake = table.natural_takes_all() ? found.mass : found.no_natural;
  return found;
}

Workspace& workspace() {
  // All noughts at first, whatever a thread before left in this memory: the last batch of a sum reads `factors` past its
  // end and multiplies them by nought, so they must be finite.
  static thread_local const std::unique_ptr<Workspace> kept{new Workspace()};
  return *kept;
}

// ---------------------------------------------------------------- pairs of tens by rank

Matching matching_always() {
  Matching match;
  match.fill(1);
  return match;
}

Matching matching_known(double pairs_left, double tens_left) {
  Matching match = matching_always();
  for (std::size_t more = 2; more < match.size(); ++more) {
    const double drawn = static_cast<double>(more) - 2;
    match[more] = tens_left > drawn ? match[more - 1] * std::max(0.0, pairs_left - drawn) / (tens_left - drawn) : 0;
  }
  return match;
}

Matching matching(const Rules& rules, const Shoe& shoe) {
  if (!rules.split_by_rank) return matching_always();
  if (shoe.endless) {
    Matching match = matching_always();
    for (std::size_t more = 2; more < match.size(); ++more) match[more] = match[more - 1] / 4;
    return match;
  }
  // Any set of the packs' tens is as likely to be the one that is left, so unseen cards may be drawn from the packs.
  const double of_a_rank = std::max(shoe.tens_of_a_rank, shoe.cards[9] / 4);
  return matching_known(of_a_rank - 2, 4 * of_a_rank - 2);
}

double match_second(const Rules& rules, const Shoe& shoe) {
  if (!rules.split_by_rank) return 1;
  if (shoe.endless) return 0.25;
  const double of_a_rank = std::max(shoe.tens_of_a_rank, shoe.cards[9] / 4);
  return of_a_rank > 1 ? (of_a_rank - 1) / (4 * of_a_rank - 1) : 0;
}

// ---------------------------------------------------------------- stand sums and the optimum

Solver::Solver(const Rules& rules, const Shoe& shoe, int only_up)
    : table_{rules}, deck_(shoe), only_up_(only_up), needed_(only_up < 0 ? 0x3ffu : 1u << only_up) {}

SumsJob Solver::job(const Draws& draws, const Deck& deck) const {
  SumsJob job{};
  job.nodes = draws.nodes.data();
  job.runs = draws.runs.data();
  job.terms = draws.terms.data();
  job.targets = draws.targets.data();
  job.weights = draws.weights;
  job.weights_used = draws.weights_used.data();
  job.run_count = static_cast<int>(draws.runs.size());
  job.target_count = static_cast<int>(draws.targets.size());
  job.weight_count = static_cast<int>(draws.weights_used.size());
  job.pair = draws.pair;
  job.step = deck.step;
  std::copy(std::begin(deck.cards), std::end(deck.cards), job.shoe);
  job.ways = deck.ways;
  job.hands = hands().hands.data();
  for (int band = 0; band < bands; ++band) {
    job.held[band] = draws.held[band].data();
  }
  return job;
}

void Solver::sum_stands(const Deck& deck, const std::vector<std::int16_t>& list, Totals stand) {
  Workspace& work = workspace();
  work.needed.assign(list.size(), static_cast<Upcards>(needed_));
  work.out.resize(list.size() * stride);
  std::copy(std::begin(deck.per_orders), std::begin(deck.per_orders) + length_bound, work.column[0][0]);

  SumsJob sums = job(draws(table_.rules.hit_soft_17, -1, only_up_ < 0 ? all_upcards : only_up_), deck);
  sums.order = list.data();
  sums.count = static_cast<int>(list.size());
  sums.needed = work.needed.data();
  sums.columns = work.column;
  sums.column_count = sums.plain_columns = sums.stored = sums.stored_step = 1;
  sums.out = work.out.data();
  stand_sums()(sums);
  for (std::size_t place = 0; place < list.size(); ++place) {
    std::copy_n(&work.out[place * stride], stride, stand[list[place]]);
  }
}

void Solver::hit_total(int hand, const double (*best)[stride], double* sum) const {
  std::fill_n(sum, stride, 0.0);
  for (const std::int16_t next : hands().next[hand]) {
    if (next < 0) break;  // what is higher busts too
    for (int up = 0; up < upcards; ++up) sum[up] += best[next][up];
  }
}

namespace {

// Ties go to standing, then hitting; what float sums can't tell apart is a tie.
constexpr double tie = 1e-13;

}  // namespace

void Solver::draw_optimally(const std::vector<std::int16_t>& list, const double (*stand)[stride], Totals best,
                            Upcards* hits) {
  const Hands& all = hands();
  for (auto at = list.rbegin(); at != list.rend(); ++at) {
    const int hand = *at;
    double hit[stride] = {};
    if (all.hands[hand].total < 21) {
      for (const std::int16_t next : all.next[hand]) {
        if (next < 0) break;
        for (int up = 0; up < upcards; ++up) hit[up] += best[next][up];
      }
    }
    unsigned bits = 0;
    for (int up = 0; up < upcards; ++up) {
      const double stands = stand[hand][up];
      const bool better = hit[up] > stands + tie * stands;
      best[hand][up] = better ? hit[up] : stands;
      bits |= static_cast<unsigned>(better) << up;
    }
    hits[hand] = static_cast<Upcards>(bits);
  }
}

void Solver::play_optimally(int pair, const Deck& deck, const double (*stand)[stride], const double (*best)[stride],
                            const Upcards* hits, Play& play) {
  const Hands& all = hands();
  for (const std::int16_t hand : all.with_pair_card[pair]) play.hit[hand] = hits[hand];
  for (int kind = 0; kind < kinds; ++kind) {
    const int hand = all.two[pair][kind];
    const Hand& own = all.hands[hand];
    play.twice[hand] = 0;
    if (!table_.may_hit_after_split(pair)) play.hit[hand] = 0;
    if (!table_.may_double_after_split(own, pair)) continue;
    double double_sum[stride];
    hit_total(hand, stand, double_sum);
    for (int up = 0; up < upcards; ++up) {
      if ((needed_ >> up & 1u) == 0) continue;
      const double stake = deal(deck, table_, own, up).stake;
      if (2 * double_sum[up] - stake > best[hand][up] + tie * stake) {
        play.hit[hand] &= static_cast<Upcards>(~(1u << up));
        play.twice[hand] |= static_cast<Upcards>(1u << up);
      }
    }
  }
}

// ---------------------------------------------------------------- splits

namespace {

// Of a split always repeated up to a limit, E(win) = sum over j of matched[j] G(j) + any[j] V(j), in units of the chance
// that the next j cards are pair cards: V(j) is a hand that starts from one pair card when j others are gone, G(j) the
// same counting only where its second card is no pair card. From the ways in which the second cards of all hands can
// fall (a pair card adds a hand), "no pair card for the others" being multiplied out.
struct SplitCounts {
  double unmatched[17] = {};
  double any[17] = {};
};

double choose(int of, int some) {
  double ways = 1;
  for (int i = 0; i < some; ++i) ways = ways * (of - i) / (i + 1);
  return std::round(ways);
}

SplitCounts count_split(int limit) {
  SplitCounts counts;
  const auto draw = [&](auto&& self, int waiting, int in_all, int again, int other) -> void {
    if (in_all == limit || waiting == 0) {
      for (int i = 0; i < other; ++i) {
        counts.unmatched[1 + again + i] += (i % 2 == 0 ? 1 : -1) * other * choose(other - 1, i);
      }
      for (int i = 0; i <= other && waiting > 0; ++i) {
        counts.any[1 + again + i] += (i % 2 == 0 ? 1 : -1) * waiting * choose(other, i);
      }
      return;
    }
    self(self, waiting - 1, in_all, again, other + 1);
    self(self, waiting + 1, in_all + 1, again + 1, other);
  };
  draw(draw, 2, 2, 0, 0);
  return counts;
}

const SplitCounts& split_counts(int limit) {
  static const std::array<SplitCounts, limits_bound> all = [] {
    std::array<SplitCounts, limits_bound> built;
    for (int of = 2; of < 2 + limits_bound; ++of) built[of - 2] = count_split(of);
    return built;
  }();
  return all[limit - 2];
}

constexpr int gone_most = 14;  // pair cards of other hands: 2 x 8 - 3 at most

}  // namespace

void Solver::fill_columns(int pair, const Matching& match, int from, int to,
                          double (*column)[copies_bound][length_bound]) const {
  const int copies_most = 21 / points(pair) + 16 / points(pair) + 3;
  const int length_most = std::min(length_bound - 1, 22 - points(pair) + 19);
  const int limits = to - from + 1;
  const bool ranks = pair == 9;
  for (int limit = from; limit <= to; ++limit) {
    const SplitCounts& counts = split_counts(limit);
    double plain[gone_most + 1];
    double other[gone_most + 1];
    int gone_last = 1;
    for (int gone = 1; gone <= gone_most; ++gone) {
      const double now = ranks ? match[gone] : 1;
      const double more = ranks ? match[gone + 1] : 1;
      plain[gone] = (counts.unmatched[gone] + counts.any[gone]) * now;
      other[gone] = counts.any[gone] * now + counts.unmatched[gone] * (now - more);
      if (plain[gone] != 0 || other[gone] != 0) gone_last = gone;
    }
    for (int copies = 1; copies < std::min(copies_most, copies_bound - gone_most); ++copies) {
      double* plain_row = column[limit - from][copies];
      double* other_row = column[limits + limit - from][copies];
      for (int length = 0; length <= length_most; ++length) plain_row[length] = other_row[length] = 0;
      for (int gone = 1; gone <= gone_last; ++gone) {
        const double plain_ways = plain[gone] * deck_.ways[pair][copies + gone];
        const double other_ways = other[gone] * deck_.ways[pair][copies + gone];
        for (int length = 0; length <= length_most; ++length) {
          plain_row[length] += plain_ways * deck_.per_orders[length + gone];
          other_row[length] += other_ways * deck_.per_orders[length + gone];
        }
      }
    }
  }
}

double Solver::split_stake(int pair, int second, const double (*column)[length_bound], int up) const {
  const Hand& hand = hands().hands[hands().two[pair][second]];
  const auto mass = [&](int next, int after) {
    const int copies = hand.counts[pair] + (next == pair) + (after == pair);
    return deck_.path_besides(pair, hand, next, after) * column[copies][2 + (next >= 0) + (after >= 0)];
  };
  const bool natural_apart = (up == 0 || up == 9) && !table_.natural_takes_all();
  return mass(up, -1) - (natural_apart ? mass(up, 9 - up) : 0);
}

void Solver::split(int pair, const Matching& match, const Play& play, SplitTotals& totals, bool rows) {
  Workspace& work = workspace();
  count_orders(pair, play);

  const Hands& all = hands();
  const int limits = table_.hands_limit(pair) - 1;
  fill_columns(pair, match, 2, limits + 1, work.column);
  double result[columns_bound * stride] = {};
  const auto sum_up = [&](int upcard_set) {
    list_ends(pair, play, upcards_of(upcard_set), rows);
    SumsJob sums = job(draws(table_.rules.hit_soft_17, pair, upcard_set), deck_);
    sums.order = work.order.data();
    sums.count = static_cast<int>(work.order.size());
    sums.needed = work.needed.data();
    sums.columns = work.column;
    sums.column_count = 2 * limits;
    sums.plain_columns = limits;
    sums.plain_factors = work.factors[0][0];
    sums.other_factors = work.factors[1][0];
    sums.pitch = hand_bound + batch_bound;
    sums.sums = result;
    if (rows) {
      work.out.assign(work.order.size() * 2 * stride, 0.0);
      sums.out = work.out.data();
      sums.stored = 2;
      sums.stored_from = limits - 1;
      sums.stored_step = limits;
    }
    stand_sums()(sums);
  };
  if (only_up_ >= 0) {
    sum_up(only_up_);
  } else if (rows) {
    sum_up(all_upcards);
  } else {
    sum_up(low_upcards);
    sum_up(high_upcards);
  }

  const Hand& both = all.hands[all.two[pair][pair]];
  for (int limit = 0; limit < limits; ++limit) {
    for (int up = 0; up < upcards; ++up) {
      double won = result[limit * stride + up] + result[(limits + limit) * stride + up];
      for (int second = 0; second < kinds; ++second) {
        const auto& column = work.column[second == pair ? limits + limit : limit];
        won -= (1 + (play.twice[all.two[pair][second]] >> up & 1)) * split_stake(pair, second, column, up);
      }
      totals.of[limit][up] = deal(deck_, table_, both, up).stake + won;
    }
  }
}

// order, needed and factors of the workspace: the hands that end somewhere against these upcards (with `all_rows` the
// others too), each with the orders in which it does: stood on, or twice for a doubled one.
void Solver::list_ends(int pair, const Play& play, unsigned against, bool all_rows) {
  Workspace& work = workspace();
  const Hands& all = hands();
  const bool once = !table_.may_hit_after_split(pair);
  work.order.clear();
  work.needed.clear();
  for (const std::int16_t hand : all.with_pair_card_by_band[pair]) {
    const Hand& own = all.hands[hand];
    if (own.cards > 2 && once) continue;
    const std::size_t place = work.order.size();
    const unsigned going_on = own.cards == 2 ? play.hit[hand] | play.twice[hand] : play.hit[hand];
    unsigned stood[2] = {};
    unsigned doubled[2] = {};
    for (int type = 0; type < (own.counts[pair] > 1 ? 2 : 1); ++type) {
      stood[type] = work.reached[type][hand] & ~going_on & against;
      if (own.cards == 3) doubled[type] = work.doubled_to[type][hand] & against;
    }
    const unsigned wanted = all_rows ? against : (stood[0] | stood[1] | doubled[0] | doubled[1]) & needed_;
    if (wanted == 0) continue;
    for (int type = 0; type < 2; ++type) {
      for (int up = 0; up < upcards; ++up) {
        double orders = 0;
        if ((stood[type] >> up & 1u) != 0) orders += work.reach[type][hand][up];
        if ((doubled[type] >> up & 1u) != 0) orders += work.doubled[type][hand][up];
        work.factors[type][up][place] = orders;
      }
    }
    work.order.push_back(hand);
    work.needed.push_back(static_cast<Upcards>(wanted));
  }
}

void Solver::count_orders(int pair, const Play& play) {
  Workspace& work = workspace();
  const Hands& all = hands();
  // Sums are cleared when they are first come to.
  for (const std::int16_t hand : all.with_pair_card[pair]) {
    for (int type = 0; type < 2; ++type) work.reached[type][hand] = work.doubled_to[type][hand] = 0;
  }
  const auto add = [](double* sums, Upcards& nonzero, const double* more, unsigned bits) {
    if (nonzero == 0) {
      for (int up = 0; up < upcards; ++up) sums[up] = more[up];
    } else {
      for (int up = 0; up < upcards; ++up) sums[up] += more[up];
    }
    nonzero = static_cast<Upcards>(nonzero | bits);
  };
  for (int kind = 0; kind < kinds; ++kind) {
    const int type = kind == pair ? 1 : 0;
    const int hand = all.two[pair][kind];
    std::fill_n(work.reach[type][hand], upcards, 1.0);
    work.reached[type][hand] = static_cast<Upcards>(needed_);
  }
  const auto masked = [](const double* reach, unsigned bits, double times, double* on) {
    for (int up = 0; up < upcards; ++up) on[up] = (bits >> up & 1u) != 0 ? times * reach[up] : 0;
  };
  for (const std::int16_t hand : all.with_pair_card[pair]) {
    const Hand& own = all.hands[hand];
    for (int type = 0; type < (own.counts[pair] > 1 ? 2 : 1); ++type) {
      const unsigned hit = work.reached[type][hand] & play.hit[hand];
      const unsigned twice = own.cards == 2 ? work.reached[type][hand] & play.twice[hand] : 0;
      double on[stride];
      if (hit != 0) {
        masked(work.reach[type][hand], hit, 1, on);
        for (const std::int16_t next : all.next[hand]) {
          if (next < 0) break;
          add(work.reach[type][next], work.reached[type][next], on, hit);
        }
      }
      if (twice != 0) {
        masked(work.reach[type][hand], twice, 2, on);
        for (const std::int16_t next : all.next[hand]) {
          if (next < 0) break;
          add(work.doubled[type][next], work.doubled_to[type][next], on, twice);
        }
      }
    }
  }
}

void Solver::split_by_pair_cards(int pair, const Matching& match, SplitTotals& totals) {
  Workspace& work = workspace();
  const Hands& all = hands();
  const int limits = table_.hands_limit(pair) - 1;
  const Hand& both = all.hands[all.two[pair][pair]];
  for (int limit = 0; limit < limits; ++limit) {
    for (int up = 0; up < upcards; ++up) totals.of[limit][up] = deal(deck_, table_, both, up).stake;
  }
  for (int gone = 1; gone <= gone_most && gone <= 2 * limits; ++gone) {
    const double chance = deck_.ways[pair][gone] * deck_.per_orders[gone];
    if (chance == 0) break;
    const Deck left(deck_, pair, gone);
    sum_stands(left, all.with_pair_card_by_band[pair], work.stand);
    draw_optimally(all.with_pair_card[pair], work.stand, work.best, work.hits);
    play_optimally(pair, left, work.stand, work.best, work.hits, work.play);
    for (int kind = 0; kind < kinds; ++kind) {
      const int at = all.two[pair][kind];
      double hit[stride];
      double twice[stride] = {};
      hit_total(at, work.best, hit);
      hit_total(at, work.stand, twice);
      for (int up = 0; up < upcards; ++up) {
        if ((needed_ >> up & 1u) == 0) continue;
        const double stake = deal(left, table_, all.hands[at], up).stake;
        const double total = (work.play.hit[at] >> up & 1) != 0     ? hit[up]
                             : (work.play.twice[at] >> up & 1) != 0 ? 2 * twice[up] - stake
                                                           : work.stand[at][up];
        for (int limit = 0; limit < limits; ++limit) {
          const SplitCounts& counts = split_counts(limit + 2);
          const double now = pair == 9 ? match[gone] : 1;
          const double more = pair == 9 ? match[gone + 1] : 1;
          const double share = kind == pair ? counts.any[gone] * now + counts.unmatched[gone] * (now - more)
                                            : (counts.any[gone] + counts.unmatched[gone]) * now;
          totals.of[limit][up] += share * chance * (total - stake);
        }
      }
    }
  }
}

bool may_run_out(const Deck& deck, int pair, int up, int hands_made) {
  if (deck.step == 0) return false;
  // The most cards that can go: the lowest ones, while the hands stay at 20 and the dealer at 16 or less; then one more each.
  double room = hands_made * (20.0 - points(pair)) + (16.0 - points(up));
  double left = deck.size - 3;
  double drawn = hands_made + 1 - (hands_made - 2);
  for (int kind = 0; kind < kinds && drawn <= left; ++kind) {
    const double here = deck.cards[kind] - (kind == pair ? 2 : 0) - (kind == up ? 1 : 0);
    const double fit = std::max(0.0, std::min(here, std::floor(room / points(kind))));
    drawn += fit;
    room -= fit * points(kind);
  }
  return drawn + (hands_made - 2) > left;
}

}  // namespace zapato::odds
