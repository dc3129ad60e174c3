#include "odds_sums.hpp"

#include "zapato/simd.hpp"

namespace zapato {

namespace portable {
void stand_sums(const odds::SumsJob& job);
}
#ifdef ZAPATO_SIMD_X86
namespace avx2 {
void stand_sums(const odds::SumsJob& job);
}
namespace avx512 {
void stand_sums(const odds::SumsJob& job);
}
#endif

odds::SumsFunction odds::stand_sums() {
  switch (simd_level()) {
#ifdef ZAPATO_SIMD_X86
    case SimdLevel::avx512: return &avx512::stand_sums;
    case SimdLevel::avx2: return &avx2::stand_sums;
#endif
    default: return &portable::stand_sums;
  }
}

}  // namespace zapato
