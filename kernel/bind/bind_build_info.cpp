#include "bind.hpp"
#include "zapato/build_info.hpp"
#include "zapato/simd.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

nb::dict describe() {
  using zapato::SimdLevel;
  nb::list available;
  for (const SimdLevel level : {SimdLevel::portable, SimdLevel::avx2, SimdLevel::avx512}) {
    if (zapato::simd_available(level)) available.append(zapato::simd_name(level));
  }
  nb::dict info;
  info["version"] = zapato::kernel_version();
  info["compiler"] = zapato::compiler();
  info["simd"] = zapato::simd_name(zapato::simd_level());
  info["simd_available"] = available;
  return info;
}

}  // namespace

void zapato::bind::build_info(nb::module_& kernel) {
  kernel.def("build_info", &describe, nb::sig("def build_info() -> dict[str, str | list[str]]"),
             "Version and compiler of the kernel, the SIMD level in use and those this machine has.\n\n"
             "Raises RuntimeError when the environment variable ZAPATO_SIMD asks for a level that is\n"
             "unknown or that this machine does not have.");
}
