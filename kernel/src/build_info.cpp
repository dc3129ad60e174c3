#include "zapato/build_info.hpp"

namespace zapato {

const char* kernel_version() noexcept { return ZAPATO_VERSION; }

const char* compiler() noexcept {
#if defined(__clang__)
  return "clang " __clang_version__;
#elif defined(__GNUC__)
  return "gcc " __VERSION__;
#else
  return "unknown";
#endif
}

}  // namespace zapato
