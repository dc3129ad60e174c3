#include "odds_sums.hpp"

namespace zapato::ZAPATO_SIMD_NAMESPACE {
namespace {

using odds::Column;
using odds::Draw;
using odds::Group;
using odds::Hand;
using odds::SumsJob;
using odds::Term;
using odds::kinds;
using odds::stride;
using odds::upcards;

#if defined(__AVX512F__)
constexpr int lanes = 8;
#elif defined(__AVX__)
constexpr int lanes = 4;
#else
constexpr int lanes = 2;
#endif
typedef double Vector __attribute__((vector_size(lanes * sizeof(double)), aligned(lanes * sizeof(double))));

constexpr int node_bound = 900;
constexpr int level_bound = 160;      // draws of one number of cards: 148 at most
constexpr int dealer_cards_bound = 20;
constexpr int dealer_copies_bound = 19;

Vector all(double value) {
  Vector vector;
  for (int lane = 0; lane < lanes; ++lane) vector[lane] = value;
  return vector;
}

struct Batch {
  const Hand* hand[lanes];
  int count;                        // lanes in use; the rest repeat the last one
  int band;
  unsigned needed;
  bool others;                      // whether any hand holds two pair cards or more

  Vector left[kinds];               // cards left after the hand
  Vector path;                      // falling factorials of the hand's own cards, the pair's kind left out
  Vector fewer[kinds][dealer_cards_bound];  // left, less 0, 1, 2 … drawn
  Vector ends[odds::forms];         // final weight of the cards left, by form
  Vector column[odds::columns_bound][dealer_copies_bound][dealer_cards_bound];
  int column_key[lanes];            // for which hands `column` was filled

  Vector product[node_bound];
  Vector value[level_bound];
  Vector beaten[odds::columns_bound][upcards];
};

void load(const SumsJob& job, int first, Batch& batch) {
  batch.count = job.count - first < lanes ? job.count - first : lanes;
  batch.band = job.hands[job.order[first]].band;
  batch.needed = 0;
  batch.others = false;
  for (int lane = 0; lane < lanes; ++lane) {
    if (lane < batch.count && job.hands[job.order[first + lane]].band != batch.band) batch.count = lane;
    const int place = first + (lane < batch.count ? lane : batch.count - 1);
    batch.hand[lane] = &job.hands[job.order[place]];
    batch.needed |= job.needed == nullptr ? 0x3ffu : job.needed[place];
    if (job.pair >= 0 && batch.hand[lane]->counts[job.pair] > 1) batch.others = true;
  }
  batch.path = all(1);
  for (int kind = 0; kind < kinds; ++kind) {
    for (int lane = 0; lane < lanes; ++lane) {
      double left = job.shoe[kind];
      double path = 1;
      for (int copy = 0; copy < batch.hand[lane]->counts[kind]; ++copy) {
        path *= left;
        left -= job.step;
      }
      batch.left[kind][lane] = left;
      if (kind != job.pair) batch.path[lane] *= path;
    }
    const int most = 16 / (kind + 1);
    Vector left = batch.left[kind];
    for (int drawn = 0; drawn < most; ++drawn) {
      batch.fewer[kind][drawn] = left;
      left = left - all(job.step);
    }
  }
  for (int form = 0; form < odds::forms; ++form) {
    const double* weights = job.weights->of[batch.band][form];
    Vector ends = all(0);
    for (int kind = 0; kind < kinds; ++kind) {
      if (weights[kind] == 1.0 && kind != job.pair) ends = ends + batch.left[kind];
      if (weights[kind] == 2.0 && kind != job.pair) ends = ends + (batch.left[kind] + batch.left[kind]);
    }
    batch.ends[form] = ends;
  }
}

// The columns as each lane sees them: its own cards of the pair's kind and in all are the origin.
void load_columns(const SumsJob& job, Batch& batch) {
  int key[lanes];
  bool same = true;
  bool uniform = true;
  for (int lane = 0; lane < lanes; ++lane) {
    const int copies = job.pair < 0 ? 0 : batch.hand[lane]->counts[job.pair];
    key[lane] = copies * odds::length_bound + batch.hand[lane]->cards;
    same = same && key[lane] == batch.column_key[lane];
    uniform = uniform && key[lane] == key[0];
  }
  if (same) return;
  const int copies_most = job.pair < 0 ? 1 : 16 / (job.pair + 1) + 2;
  for (int column = 0; column < job.column_count; ++column) {
    const double* flat = &job.columns[column][0][0];
    for (int copies = 0; copies < copies_most; ++copies) {
      for (int cards = copies; cards < dealer_cards_bound; ++cards) {
        const int at = copies * odds::length_bound + cards;
        Vector& target = batch.column[column][copies][cards];
        if (uniform) {
          target = all(flat[key[0] + at]);
        } else {
          for (int lane = 0; lane < lanes; ++lane) target[lane] = flat[key[lane] + at];
        }
      }
    }
  }
  for (int lane = 0; lane < lanes; ++lane) batch.column_key[lane] = key[lane];
}

Vector sum_terms(const Term* from, const Term* to, const Vector* values, int offset) {
  Vector first = all(0);
  Vector second = all(0);
  const Term* term = from;
  for (; term + 1 < to; term += 2) {
    first = first + all(term[0].orders) * values[term[0].node - offset];
    second = second + all(term[1].orders) * values[term[1].node - offset];
  }
  if (term < to) first = first + all(term->orders) * values[term->node - offset];
  return first + second;
}

void sum_draws(const SumsJob& job, Batch& batch) {
  const int columns = batch.others ? job.column_count : job.plain_columns;
  for (int column = 0; column < columns; ++column) {
    for (int up = 0; up < upcards; ++up) batch.beaten[column][up] = all(0);
  }
  const double* held = job.held[batch.band];
  const Term* pair_terms = job.pair < 0 ? nullptr : job.pair_terms[batch.band];
  const std::uint32_t* pair_start = job.pair < 0 ? nullptr : job.pair_start[batch.band];
  for (int at = 0; at < job.group_count; ++at) {
    const Group group = job.groups[at];
    for (int node = group.first; node < group.last; ++node) {
      const Draw& draw = job.nodes[node];
      Vector product = draw.parent < 0 ? all(1) : batch.product[draw.parent];
      if (draw.card != job.pair) product = product * batch.fewer[draw.card][draw.copies];
      batch.product[node] = product;
      batch.value[node - group.first] = product * (batch.ends[draw.form] - all(held[node] * job.step));
    }
    const int row = job.pair < 0 ? 0 : group.copies;
    for (int up = 0; up < upcards; ++up) {
      if ((batch.needed >> up & 1u) == 0) continue;
      const std::uint32_t* start = job.start + at * upcards + up;
      if (start[0] != start[1]) {
        const Vector ended = sum_terms(job.terms + start[0], job.terms + start[1], batch.value, group.first);
        for (int column = 0; column < columns; ++column) {
          batch.beaten[column][up] = batch.beaten[column][up] + ended * batch.column[column][row][group.cards + 1];
        }
      }
      if (pair_start == nullptr) continue;
      start = pair_start + at * upcards + up;
      if (start[0] != start[1]) {
        const Vector ended = sum_terms(pair_terms + start[0], pair_terms + start[1], batch.product, 0);
        for (int column = 0; column < columns; ++column) {
          batch.beaten[column][up] = batch.beaten[column][up] + ended * batch.column[column][row + 1][group.cards + 1];
        }
      }
    }
  }
}

// Joint weight of the hand, the upcard and no natural, with the columns in place of the pair's kind and the length.
Vector without_natural(const SumsJob& job, const Batch& batch, int column, int up) {
  const auto weight = [&](const int* drawn, int cards) {
    Vector product = all(1);
    int copies = 0;
    for (int i = 0; i < cards; ++i) {
      if (drawn[i] == job.pair) {
        ++copies;
      } else {
        product = product * batch.left[drawn[i]];
      }
    }
    return product * batch.column[column][copies][cards];
  };
  const int shown[2] = {up, up == 0 ? kinds - 1 : 0};
  const Vector mass = weight(shown, 1);
  return up == 0 || up == kinds - 1 ? mass - weight(shown, 2) : mass;
}

void store(const SumsJob& job, int first, Batch& batch) {
  const int columns = batch.others ? job.column_count : job.plain_columns;
  for (int column = 0; column < columns; ++column) {
    for (int up = 0; up < upcards; ++up) {
      if ((batch.needed >> up & 1u) == 0) continue;
      const Vector mass = without_natural(job, batch, column, up);
      const Vector total = batch.path * (mass + mass - batch.beaten[column][up]);
      if (job.out != nullptr && column < job.stored) {
        for (int lane = 0; lane < batch.count; ++lane) {
          job.out[((first + lane) * job.stored + column) * stride + up] = total[lane];
        }
      }
      if (job.sums == nullptr) continue;
      const double* factors = column < job.plain_columns ? job.plain_factors : job.other_factors;
      double sum = 0;
      for (int lane = 0; lane < batch.count; ++lane) sum += factors[(first + lane) * stride + up] * total[lane];
      job.sums[column * stride + up] += sum;
    }
  }
}

}  // namespace

void stand_sums(const SumsJob& job) {
  Batch batch;
  for (int lane = 0; lane < lanes; ++lane) batch.column_key[lane] = -1;
  for (int first = 0; first < job.count;) {
    load(job, first, batch);
    load_columns(job, batch);
    sum_draws(job, batch);
    store(job, first, batch);
    first += batch.count;
  }
}

}  // namespace zapato::ZAPATO_SIMD_NAMESPACE
