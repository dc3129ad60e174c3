// Random numbers by counter: the draw for a card depends on (seed, unit, row) and on nothing else,
// so any thread on any machine may play any unit and gets the same cards.
// The construction is Threefry-2x64 with 13 rounds (Salmon, Moraes, Dror, Shaw: "Parallel random
// numbers: as easy as 1, 2, 3", SC 2011), the fewest that pass BigCrush there.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace zapato::simulation {

struct Words {
  std::uint64_t first, second;
};

inline constexpr int threefry_rotations[8]{16, 42, 12, 31, 16, 32, 24, 21};
inline constexpr std::uint64_t threefry_parity = 0x1BD11BDAA9FC1A22;
inline constexpr int threefry_rounds = 13;

constexpr Words threefry(Words counter, Words key) noexcept {
  const std::array<std::uint64_t, 3> keys{key.first, key.second, key.first ^ key.second ^ threefry_parity};
  std::uint64_t a = counter.first + keys[0], b = counter.second + keys[1];
  for (unsigned round = 0; round < threefry_rounds; ++round) {
    a += b;
    b = std::rotl(b, threefry_rotations[round % 8]) ^ a;
    if (round % 4 == 3) {
      const unsigned inject = round / 4 + 1;
      a += keys[inject % 3];
      b += keys[(inject + 1) % 3] + inject;
    }
  }
  return {a, b};
}

// The second half of the key: simulations draw from streams of their own, whatever else uses the seed.
inline constexpr std::uint64_t stream_of_cards = 0x7A617061746F0001;

inline constexpr unsigned rows_per_counter = 8;

// The 16-bit draw number `attempt` (0 first) for the card in `row` of a unit. Eight neighbouring rows
// share a counter; further attempts, wanted when a draw is rejected, live in counters of their own.
constexpr std::uint16_t draw_at(std::uint64_t seed, std::uint64_t unit, std::uint64_t row,
                                std::uint64_t attempt) noexcept {
  std::uint64_t counter = row / rows_per_counter, field = row % rows_per_counter;
  if (attempt > 0) {
    counter = ((attempt - 1) / rows_per_counter + 1) << 32 | row;
    field = (attempt - 1) % rows_per_counter;
  }
  const Words words = threefry({unit, counter}, {seed, stream_of_cards});
  return static_cast<std::uint16_t>((field < 4 ? words.first : words.second) >> (16 * (field % 4)));
}

// A draw of 16 bits falls on [0, n) as (draw * n) >> 16; those whose low half lies below this are
// rejected and drawn again, which makes every card exactly equally likely (Lemire 2019).
constexpr std::uint32_t rejected_below(std::uint32_t n) noexcept { return 65536 % n; }

}  // namespace zapato::simulation
