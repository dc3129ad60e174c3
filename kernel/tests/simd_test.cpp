// The level asked for by ZAPATO_SIMD is the level that runs, or the test is skipped, never passed.
#include "zapato/simd.hpp"

#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>

#include "check.hpp"

int main() {
  const char* asked = std::getenv("ZAPATO_SIMD");
  try {
    const char* chosen = zapato::simd_name(zapato::simd_level());
    if (asked != nullptr) CHECK_EQUAL(std::string{asked}, std::string{chosen});
  } catch (const std::runtime_error& error) {
    std::cerr << error.what() << '\n';
    return 77;
  }
  CHECK(zapato::simd_available(zapato::SimdLevel::portable));
  return zapato::test::report();
}
