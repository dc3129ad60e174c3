// Which instruction set the hot loops use, chosen once when first asked.
#pragma once

namespace zapato {

enum class SimdLevel { portable, avx2, avx512 };

// The best level that this processor has, or the one that the environment variable
// ZAPATO_SIMD (portable | avx2 | avx512) asks for. Throws std::runtime_error when it asks for
// an unknown level or for one that the processor or this build does not have: a test that
// believed it was testing AVX-512 must not pass on something else.
SimdLevel simd_level();

// Whether processor and build both have `level`.
bool simd_available(SimdLevel level) noexcept;

const char* simd_name(SimdLevel level) noexcept;

}  // namespace zapato
