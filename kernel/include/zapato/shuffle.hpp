// Fisher-Yates from given bytes. The byte scheme is public (docs/provable-shoe.md) and Python's
// zapato.shoe.shuffle_from is the reference; both consume the same bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace zapato {

// Puts `cards` (at most 65,536) in the order that `bytes` dictate. Returns how many bytes were used.
// Throws std::length_error when the bytes run out, std::invalid_argument on too many cards;
// `cards` is then partly shuffled and must be thrown away.
std::size_t shuffle_from(std::span<std::uint8_t> cards, std::span<const std::uint8_t> bytes);

}  // namespace zapato
