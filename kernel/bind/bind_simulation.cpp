// The simulator: a plan of plain numbers in, tallies out. zapato.simulation checks what it passes in.
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "bind.hpp"
#include "zapato/simulation/simulate.hpp"
#include "zapato/simulation/stream.hpp"

namespace nb = nanobind;
using namespace nb::literals;
namespace sim = zapato::simulation;

namespace {

template <class T>
using Flat = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

int number(const nb::dict& from, const char* name) { return nb::cast<int>(from[name]); }

sim::Game game_of(const nb::dict& given) {
  sim::Game game;
  game.decks = number(given, "decks");
  game.burn = number(given, "burn");
  game.reshuffle_below = number(given, "reshuffle_below");
  game.hole = static_cast<sim::Hole>(number(given, "hole"));
  game.peek_on_ten = number(given, "peek_on_ten") != 0;
  game.hit_soft_17 = number(given, "hit_soft_17") != 0;
  game.natural = static_cast<sim::Natural>(number(given, "natural"));
  game.double_low = number(given, "double_low");
  game.double_high = number(given, "double_high");
  game.double_soft = number(given, "double_soft") != 0;
  game.double_never = number(given, "double_never") != 0;
  game.double_after_split = number(given, "double_after_split") != 0;
  game.split_by_rank = number(given, "split_by_rank") != 0;
  game.max_hands = number(given, "max_hands");
  game.resplit_aces = number(given, "resplit_aces") != 0;
  game.hit_split_aces = number(given, "hit_split_aces") != 0;
  game.insurance = number(given, "insurance") != 0;
  game.natural_may_insure = number(given, "natural_may_insure") != 0;
  game.even_money = number(given, "even_money") != 0;
  game.surrender = static_cast<sim::Surrender>(number(given, "surrender"));
  game.surrender_against_ace = number(given, "surrender_against_ace") != 0;
  if (game.decks < 1 || game.decks > sim::decks_max) throw std::invalid_argument("decks");
  if (game.burn < 0 || game.burn >= game.shoe_cards()) throw std::invalid_argument("burn");
  if (game.max_hands < 1 || game.max_hands > sim::hands_max) throw std::invalid_argument("max_hands");
  return game;
}

template <class T>
std::vector<T> copied(const Flat<T>& from) {
  return {from.data(), from.data() + from.size()};
}

struct Simulation {
  sim::Plan plan;

  Simulation(const nb::dict& game, std::uint64_t seed, int shoes_per_unit) {
    plan.game = game_of(game);
    plan.seed = seed;
    if (shoes_per_unit < 1 || shoes_per_unit > 1024) throw std::invalid_argument("shoes_per_unit");
    plan.shoes_per_unit = shoes_per_unit;
  }

  void add_strategy(const Flat<std::uint16_t>& next, const Flat<std::uint8_t>& answers,
                    const Flat<std::uint8_t>& turns, int insure_from,
                    const std::optional<Flat<std::uint16_t>>& state_of_cell) {
    const std::size_t size = answers.size();
    if (size == 0 || size % 10 != 0 || next.size() != size || turns.size() != 4 * size) {
      throw std::invalid_argument("a strategy's tables must have ten entries for each state");
    }
    sim::Strategy strategy;
    strategy.next = copied(next);
    for (const std::uint16_t state : strategy.next) {
      if (state * std::size_t{10} >= size) throw std::invalid_argument("a strategy leads to a state that it lacks");
    }
    strategy.answers = copied(answers);
    for (std::size_t question = 0; question < 4; ++question) {
      strategy.turns[question].assign(turns.data() + question * size, turns.data() + (question + 1) * size);
    }
    if (insure_from < 0 || insure_from > sim::never) throw std::invalid_argument("insure_from");
    strategy.insure_from = static_cast<std::uint8_t>(insure_from);
    if (state_of_cell.has_value()) {
      if (state_of_cell->size() != static_cast<std::size_t>(sim::cells)) throw std::invalid_argument("state_of_cell");
      strategy.chart = true;
      for (std::size_t cell = 0; cell < static_cast<std::size_t>(sim::cells); ++cell) {
        strategy.state_of_cell[cell] = state_of_cell->data()[cell];
        if (strategy.state_of_cell[cell] * std::size_t{10} >= size) throw std::invalid_argument("state_of_cell");
      }
    }
    plan.strategies.push_back(std::move(strategy));
  }

  void add_box(int strategy, bool company) {
    if (strategy < 0 || static_cast<std::size_t>(strategy) >= plan.strategies.size()) throw std::invalid_argument("strategy");
    if (plan.boxes.size() == sim::boxes_max) throw std::invalid_argument("boxes");
    plan.boxes.push_back({strategy, company});
  }

  void set_count(const std::vector<int>& tags, int start, int buckets, const Flat<std::uint8_t>& bucket,
                 const std::vector<std::uint32_t>& bet) {
    const auto rows = static_cast<std::size_t>(plan.game.shoe_cards() + 1);
    if (tags.size() != 10 || buckets < 1 || buckets > sim::buckets_max || bet.size() != static_cast<std::size_t>(buckets) ||
        bucket.size() != rows * 256 || std::any_of(bucket.data(), bucket.data() + bucket.size(), [&](std::uint8_t b) { return b >= buckets; })) {
      throw std::invalid_argument("count");
    }
    plan.count.on = true;
    std::copy(tags.begin(), tags.end(), plan.count.tags.begin());
    plan.count.start = start;
    plan.count.buckets = buckets;
    plan.count.bucket = copied(bucket);
    std::copy(bet.begin(), bet.end(), plan.count.bet.begin());
  }

  void ready() const {
    if (plan.boxes.empty()) throw std::invalid_argument("a plan needs a box");
  }
};

template <class T>
nb::ndarray<nb::numpy, T> owned(std::vector<T> values, std::initializer_list<std::size_t> shape) {
  auto* kept = new std::vector<T>(std::move(values));
  nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nb::ndarray<nb::numpy, T>(kept->data(), shape, owner);
}

nb::object whole(sim::Wide value) {
  const auto high = static_cast<std::int64_t>(value >> 64);
  const auto low = static_cast<std::uint64_t>(value);
  return nb::cast(high).attr("__lshift__")(64).attr("__or__")(low);
}

nb::tuple run(const Simulation& simulation, std::uint64_t first, std::uint64_t units, std::uint64_t rounds_max,
              bool plain, bool each) {
  simulation.ready();
  sim::Tally tally(simulation.plan);
  std::vector<sim::UnitResult> parts;
  {
    nb::gil_scoped_release released;
    sim::simulate(simulation.plan, first, units, rounds_max, plain ? sim::Engine::plain : sim::Engine::fastest, tally,
                  each ? &parts : nullptr);
  }
  nb::list counts, moments;
  for (const auto value : tally.count) counts.append(value);
  for (const auto value : tally.moments) moments.append(whole(value));
  nb::object rows = nb::none();
  if (each) {
    std::vector<std::int64_t> flat;
    flat.reserve(parts.size() * 3);
    for (const auto& part : parts) flat.insert(flat.end(), {part.net, part.bets, part.rounds});
    rows = nb::cast(owned(std::move(flat), {parts.size(), 3}));
  }
  const auto buckets = static_cast<std::size_t>(simulation.plan.count.buckets);
  const auto paid = static_cast<std::size_t>(tally.naturals_span);
  return nb::make_tuple(tally.units, tally.rounds, counts,
                        owned(std::move(tally.outcomes), {buckets, paid, static_cast<std::size_t>(sim::halves_span)}),
                        moments, rows);
}

nb::list listed(const std::vector<sim::TracedRound>& rounds) {
  nb::list all;
  for (const auto& round : rounds) {
    nb::list moves;
    for (const auto& move : round.moves) moves.append(nb::make_tuple(move.box, move.move));
    all.append(nb::make_tuple(round.unit, round.fresh_shoe, round.bet, round.net_tenths,
                              nb::bytes(reinterpret_cast<const char*>(round.ranks.data()), round.ranks.size()), moves,
                              nb::cast(round.box_tenths)));
  }
  return all;
}

nb::list traced(const Simulation& simulation, std::uint64_t rounds) {
  simulation.ready();
  return listed(sim::trace(simulation.plan, rounds));
}

nb::list scripted(const Simulation& simulation, const nb::bytes& ranks) {
  simulation.ready();
  const auto* data = static_cast<const std::uint8_t*>(ranks.data());
  if (std::any_of(data, data + ranks.size(), [](std::uint8_t rank) { return rank > 12; })) {
    throw std::invalid_argument("a rank is 0 (ace) to 12 (king)");
  }
  return listed(sim::play_script(simulation.plan, {data, data + ranks.size()}));
}

nb::ndarray<nb::numpy, std::uint16_t> draws(std::uint64_t seed, std::uint64_t unit, std::uint64_t rows, std::uint64_t attempt) {
  std::vector<std::uint16_t> values(rows);
  for (std::uint64_t row = 0; row < rows; ++row) values[row] = sim::draw_at(seed, unit, row, attempt);
  return owned(std::move(values), {static_cast<std::size_t>(rows)});
}

}  // namespace

void zapato::bind::simulation(nb::module_& kernel) {
  nb::class_<Simulation>(kernel, "Simulation", "A plan of rounds to play. Private: zapato.simulation builds it.")
      .def(nb::init<const nb::dict&, std::uint64_t, int>(), "game"_a, "seed"_a, "shoes_per_unit"_a,
           nb::sig("def __init__(self, game: dict[str, int], seed: int, shoes_per_unit: int) -> None"))
      .def("add_strategy", &Simulation::add_strategy, "next"_a, "answers"_a, "turns"_a, "insure_from"_a,
           "state_of_cell"_a.none())
      .def("add_box", &Simulation::add_box, "strategy"_a, "company"_a)
      .def("set_count", &Simulation::set_count, "tags"_a, "start"_a, "buckets"_a, "bucket"_a, "bet"_a)
      .def("run", &run, "first"_a, "units"_a, "rounds_max"_a, "plain"_a, "each"_a,
           nb::sig("def run(self, first: int, units: int, rounds_max: int, plain: bool, each: bool) -> tuple[typing.Any, ...]"),
           "Plays units; gives (units, rounds, counters, outcomes, moments, each unit's part or None).\n\n"
           "Other Python threads run meanwhile. Raises RuntimeError when a round needs more cards than there are.")
      .def("trace", &traced, "rounds"_a, nb::sig("def trace(self, rounds: int) -> list[tuple[typing.Any, ...]]"),
           "The first rounds, as (unit, fresh, bet, net, ranks, moves, boxes) each.")
      .def("script", &scripted, "ranks"_a, nb::sig("def script(self, ranks: bytes) -> list[tuple[typing.Any, ...]]"),
           "The rounds that these cards make, in the same form as `trace`.")
      .def("lanes", [](const Simulation& simulation) { return sim::lanes_can_play(simulation.plan); },
           "Whether the vector engine plays this plan on this machine.");
  kernel.def("simulation_draws", &draws, "seed"_a, "unit"_a, "rows"_a, "attempt"_a,
             "The 16-bit draws of the first rows of a unit: for tests of the stream.");
  kernel.def("threefry", [](std::uint64_t a, std::uint64_t b, std::uint64_t key_a, std::uint64_t key_b) {
    const auto words = sim::threefry({a, b}, {key_a, key_b});
    return std::make_pair(words.first, words.second);
  }, "first"_a, "second"_a, "key_first"_a, "key_second"_a, "Threefry-2x64 with 13 rounds, for its published vectors.");
}
