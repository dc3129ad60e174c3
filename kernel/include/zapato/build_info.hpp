// What this kernel was built with, for bug reports and benchmarks.
#pragma once

namespace zapato {

const char* kernel_version() noexcept;
const char* compiler() noexcept;

}  // namespace zapato
