#include "zapato/simd.hpp"

#include <array>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

namespace zapato {
namespace {

constexpr std::array levels{SimdLevel::avx512, SimdLevel::avx2, SimdLevel::portable};

SimdLevel choose() {
  const char* asked = std::getenv("ZAPATO_SIMD");
  if (asked == nullptr || *asked == '\0') {
    for (const SimdLevel level : levels) {
      if (simd_available(level)) return level;
    }
    return SimdLevel::portable;
  }
  for (const SimdLevel level : levels) {
    if (std::string_view{asked} != simd_name(level)) continue;
    if (simd_available(level)) return level;
    throw std::runtime_error(std::string("ZAPATO_SIMD asks for ") + asked +
                             ", which this machine or this build does not have");
  }
  throw std::runtime_error(std::string("ZAPATO_SIMD is '") + asked +
                           "'; it must be portable, avx2 or avx512");
}

}  // namespace

bool simd_available(SimdLevel level) noexcept {
  switch (level) {
    case SimdLevel::portable:
      return true;
#ifdef ZAPATO_SIMD_X86
    case SimdLevel::avx2:
      return __builtin_cpu_supports("x86-64-v3") != 0;
    case SimdLevel::avx512:
      return __builtin_cpu_supports("x86-64-v4") != 0 && __builtin_cpu_supports("avx512vbmi") != 0;
#else
    default:
      return false;
#endif
  }
  return false;
}

SimdLevel simd_level() {
  static const SimdLevel chosen = choose();
  return chosen;
}

const char* simd_name(SimdLevel level) noexcept {
  switch (level) {
    case SimdLevel::portable:
      return "portable";
    case SimdLevel::avx2:
      return "avx2";
    case SimdLevel::avx512:
      return "avx512";
  }
  return "unknown";
}

}  // namespace zapato
