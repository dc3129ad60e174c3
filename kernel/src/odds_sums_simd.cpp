#include "odds_sums.hpp"

// The order of a hand's sums is the same at every level; only whether a product is rounded before it is added differs.
#pragma GCC optimize("fp-contract=fast")

namespace zapato::ZAPATO_SIMD_NAMESPACE {
namespace {

using odds::Column;
using odds::Draw;
using odds::Hand;
using odds::Run;
using odds::SumsJob;
using odds::Target;
using odds::Term;
using odds::factor_count;
using odds::factor_place;
using odds::kinds;
using odds::slot_bound;
using odds::stride;
using odds::target_bound;
using odds::upcards;
using odds::weight_bound;

#if defined(__AVX512F__)
constexpr int width = 8;
constexpr int parts = 2;
#elif defined(__AVX__)
constexpr int width = 4;
constexpr int parts = 2;
#else
constexpr int width = 2;
constexpr int parts = 4;
#endif
constexpr int lanes = width * parts;  // hands worked on together
typedef double Part __attribute__((vector_size(width * sizeof(double)), aligned(width * sizeof(double))));
typedef double Loose __attribute__((vector_size(width * sizeof(double)), aligned(8), may_alias));

// One number for each hand: a few registers side by side, so that what is read once serves them all.
struct Vector {
  Part part[parts];

  double& operator[](int lane) { return reinterpret_cast<double*>(part)[lane]; }
};

// All bits set, or none, for each hand.
struct Mask {
  typedef long long Bits __attribute__((vector_size(width * sizeof(double)), aligned(width * sizeof(double))));
  Bits part[parts];

  long long& operator[](int lane) { return reinterpret_cast<long long*>(part)[lane]; }
};

#define EACH for (int p = 0; p < parts; ++p)


struct Batch {
  const Hand* hand[lanes];
  int count;                  // lanes in use; the rest repeat the last one
  int band;
  unsigned needed;
  bool others;                // whether any hand holds two pair cards or more

  Vector left[kinds];         // cards left after the hand
  Vector path;                // falling factorials of the hand's own cards, the pair's kind left out
  Vector factor[factor_count];
  Vector ends[odds::forms];   // final weight of the cards left, by form
  double pair_ends[odds::forms];  // final weight of a card of the pair's kind, by form
  Vector column[weight_bound][odds::columns_bound];
  int column_key[lanes];      // for which hands `column` was filled

  Vector product[slot_bound];
  Vector sum[target_bound];
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
  EACH batch.path.part[p] = Part{} + 1.0;
  EACH batch.factor[0].part[p] = Part{} + 1.0;
  EACH batch.product[0].part[p] = Part{} + 1.0;
  for (int kind = 0; kind < kinds; ++kind) {
    Vector own;
    for (int lane = 0; lane < lanes; ++lane) {
      const int held = batch.hand[lane]->counts[kind];
      batch.left[kind][lane] = job.shoe[kind] - job.step * held;
      own[lane] = job.ways[kind][held];
    }
    if (kind != job.pair) EACH batch.path.part[p] *= own.part[p];
    Vector left = batch.left[kind];
    for (int drawn = 0; drawn < 16 / (kind + 1); ++drawn) {
      batch.factor[factor_place(kind, drawn)] = left;
      EACH left.part[p] -= job.step;
    }
  }
  for (int lane = batch.count; lane < lanes; ++lane) batch.path[lane] = 0;
  for (int form = 0; form < odds::forms; ++form) {
    const double* weights = job.weights->of[batch.band][form];
    Vector ends{};
    for (int kind = 0; kind < kinds; ++kind) {
      if (weights[kind] != 0.0 && kind != job.pair) EACH ends.part[p] += weights[kind] * batch.left[kind].part[p];
    }
    batch.ends[form] = ends;
    batch.pair_ends[form] = job.pair < 0 ? 0 : weights[job.pair];
  }
}

// The columns as each lane sees them: its own cards of the pair's kind and in all are the origin.
void load_columns(const SumsJob& job, Batch& batch) {
  // Hands come sorted, so that few different origins meet in a batch.
  int key[lanes];
  int distinct[lanes];
  Mask mask[lanes];
  int count = 0;
  bool same = true;
  for (int lane = 0; lane < lanes; ++lane) {
    const int copies = job.pair < 0 ? 0 : batch.hand[lane]->counts[job.pair];
    key[lane] = copies * odds::length_bound + batch.hand[lane]->cards;
    same = same && key[lane] == batch.column_key[lane];
    int found = 0;
    while (found < count && distinct[found] != key[lane]) ++found;
    if (found == count) {
      distinct[count] = key[lane];
      mask[count++] = Mask{};
    }
    mask[found][lane] = -1;
  }
  if (same) return;
  for (int lane = 0; lane < lanes; ++lane) batch.column_key[lane] = key[lane];
  for (int weight = 0; weight < job.weight_count; ++weight) {
    const int at = job.weights_used[weight].copies * odds::length_bound + job.weights_used[weight].cards;
    for (int column = 0; column < job.column_count; ++column) {
      const double* flat = &job.columns[column][0][0] + at;
      Vector value;
      EACH value.part[p] = Part{} + flat[distinct[0]];
      for (int other = 1; other < count; ++other) {
        EACH value.part[p] = mask[other].part[p] ? Part{} + flat[distinct[other]] : value.part[p];
      }
      batch.column[weight][column] = value;
    }
  }
}

template <int count, bool pair_ends, bool kept>
const Term* run_draws(const SumsJob& job, Batch& batch, const Run& run, const Term* term) {
  const double* held = job.held[batch.band];
  for (int node = run.first; node < run.last; ++node) {
    const Draw& draw = job.nodes[node];
    Vector product;
    EACH product.part[p] = batch.product[draw.parent].part[p] * batch.factor[draw.factor].part[p];
    if constexpr (kept) batch.product[draw.slot] = product;
    if constexpr (count > 0) {
      const double own = held[node] * job.step;
      Vector value;
      EACH value.part[p] = product.part[p] * (batch.ends[draw.form].part[p] - own);
      for (int place = 0; place < count; ++place) {
        Vector& target = batch.sum[term[place].target];
        EACH target.part[p] += term[place].orders * value.part[p];
      }
      if constexpr (pair_ends) {
        EACH product.part[p] *= batch.pair_ends[draw.form];
        for (int place = 0; place < count; ++place) {
          Vector& target = batch.sum[term[place].pair_target];
          EACH target.part[p] += term[place].orders * product.part[p];
        }
      }
      term += count;
    }
  }
  return term;
}

// The same where all nodes share their targets.
template <bool pair_ends, bool kept>
const Term* run_together(const SumsJob& job, Batch& batch, const Run& run, const Term* term) {
  const double* held = job.held[batch.band];
  Vector sum = batch.sum[term->target];
  Vector pair_sum = batch.sum[term->pair_target];
  const Term* const first = term;
  for (int node = run.first; node < run.last; ++node, ++term) {
    const Draw& draw = job.nodes[node];
    const double own = held[node] * job.step;
    const double end = batch.pair_ends[draw.form] * term->orders;
    EACH {
      const Part product = batch.product[draw.parent].part[p] * batch.factor[draw.factor].part[p];
      if constexpr (kept) batch.product[draw.slot].part[p] = product;
      sum.part[p] += term->orders * (product * (batch.ends[draw.form].part[p] - own));
      if constexpr (pair_ends) pair_sum.part[p] += end * product;
    }
  }
  batch.sum[first->target] = sum;
  if constexpr (pair_ends) batch.sum[first->pair_target] = pair_sum;
  return term;
}

template <bool pair_ends, bool kept>
const Term* run_alike(const SumsJob& job, Batch& batch, const Run& run, const Term* term) {
  if (run.together) return run_together<pair_ends, kept>(job, batch, run, term);
  switch (run.terms) {
    case 0: return run_draws<0, false, kept>(job, batch, run, term);
    case 1: return run_draws<1, pair_ends, kept>(job, batch, run, term);
    case 2: return run_draws<2, pair_ends, kept>(job, batch, run, term);
    case 3: return run_draws<3, pair_ends, kept>(job, batch, run, term);
    case 4: return run_draws<4, pair_ends, kept>(job, batch, run, term);
    default: return run_draws<5, pair_ends, kept>(job, batch, run, term);
  }
}

template <int columns>
void weigh_sums(const SumsJob& job, Batch& batch, int first_column) {
  for (int at = 0; at < job.target_count;) {
    const int up = job.targets[at].up;
    if ((batch.needed >> up & 1u) == 0) {
      while (at < job.target_count && job.targets[at].up == up) ++at;
      continue;
    }
    Vector beaten[columns] = {};
    for (; at < job.target_count && job.targets[at].up == up; ++at) {
      const Vector& sum = batch.sum[at];
      const Vector* weight = batch.column[job.targets[at].weight] + first_column;
      for (int column = 0; column < columns; ++column) {
        EACH beaten[column].part[p] += sum.part[p] * weight[column].part[p];
      }
    }
    for (int column = 0; column < columns; ++column) batch.beaten[first_column + column][up] = beaten[column];
  }
}

void sum_draws(const SumsJob& job, Batch& batch) {
  for (int target = 0; target < job.target_count; ++target) batch.sum[target] = Vector{};
  const Term* term = job.terms;
  for (int i = 0; i < job.run_count; ++i) {
    const Run& run = job.runs[i];
    if (run.pair_ends) {
      term = run.kept ? run_alike<true, true>(job, batch, run, term) : run_alike<true, false>(job, batch, run, term);
    } else {
      term = run.kept ? run_alike<false, true>(job, batch, run, term) : run_alike<false, false>(job, batch, run, term);
    }
  }
  const int columns = batch.others ? job.column_count : job.plain_columns;
  for (int column = 0; column < columns; ++column) {
    for (int up = 0; up < upcards; ++up) batch.beaten[column][up] = Vector{};
  }
  int column = 0;
  for (; column + 7 <= columns; column += 7) weigh_sums<7>(job, batch, column);
  for (; column + 3 <= columns; column += 3) weigh_sums<3>(job, batch, column);
  for (; column < columns; ++column) weigh_sums<1>(job, batch, column);
}

// Joint weight of the hand, the upcard and no natural, with the columns in place of the pair's kind and the length.
Vector without_natural(const SumsJob& job, const Batch& batch, int column, int up) {
  const auto weight = [&](const int* drawn, int cards) {
    Vector product;
    EACH product.part[p] = Part{} + 1.0;
    int copies = 0;  // one at most: the two cards differ
    for (int i = 0; i < cards; ++i) {
      if (drawn[i] == job.pair) {
        ++copies;
      } else {
        EACH product.part[p] *= batch.left[drawn[i]].part[p];
      }
    }
    EACH product.part[p] *= batch.column[(cards - 1) * 2 + copies][column].part[p];
    return product;
  };
  const int shown[2] = {up, up == 0 ? kinds - 1 : 0};
  Vector mass = weight(shown, 1);
  if (up == 0 || up == kinds - 1) {
    const Vector natural = weight(shown, 2);
    EACH mass.part[p] -= natural.part[p];
  }
  return mass;
}

void store(const SumsJob& job, int first, Batch& batch) {
  const int columns = batch.others ? job.column_count : job.plain_columns;
  for (int column = 0; column < columns; ++column) {
    for (int up = 0; up < upcards; ++up) {
      if ((batch.needed >> up & 1u) == 0) continue;
      const Vector mass = without_natural(job, batch, column, up);
      Vector total;
      EACH total.part[p] = batch.path.part[p] * (mass.part[p] + mass.part[p] - batch.beaten[column][up].part[p]);
      const int stored = column - job.stored_from;
      if (job.out != nullptr && stored >= 0 && stored % job.stored_step == 0) {
        double* out = job.out + (first * job.stored + stored / job.stored_step) * stride + up;
        for (int lane = 0; lane < batch.count; ++lane) out[lane * job.stored * stride] = total[lane];
      }
      if (job.sums == nullptr) continue;
      const double* factors = (column < job.plain_columns ? job.plain_factors : job.other_factors) + up * job.pitch + first;
      Part sum{};
      EACH sum += *reinterpret_cast<const Loose*>(factors + p * width) * total.part[p];
      for (int lane = 0; lane < width; ++lane) job.sums[column * stride + up] += sum[lane];
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
