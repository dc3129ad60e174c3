// The few lines of test harness that the kernel needs: no dependency, every failure named.
#pragma once

#include <cstdlib>
#include <iostream>

namespace zapato::test {

inline int failures = 0;

template <class Left, class Right>
void equal(const Left& expected, const Right& actual, const char* what, const char* file, int line) {
  if (expected == actual) return;
  ++failures;
  std::cerr << file << ':' << line << ": " << what << ": expected " << expected << ", got " << actual << '\n';
}

inline int report() {
  if (failures != 0) std::cerr << failures << " failed\n";
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace zapato::test

#define CHECK_EQUAL(expected, actual) \
  ::zapato::test::equal((expected), (actual), #actual, __FILE__, __LINE__)
#define CHECK(condition) CHECK_EQUAL(true, static_cast<bool>(condition))
#define CHECK_THROWS(exception, expression)                                             \
  do {                                                                                  \
    bool thrown = false;                                                                \
    try {                                                                               \
      (void)(expression);                                                               \
    } catch (const exception&) {                                                        \
      thrown = true;                                                                    \
    }                                                                                   \
    CHECK_EQUAL(true, thrown);                                                          \
  } while (false)
