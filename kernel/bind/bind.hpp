// One function per room puts that room's part into the module `_kernel`.
#pragma once

#include <nanobind/nanobind.h>

namespace zapato::bind {

void build_info(nanobind::module_& kernel);
void cards(nanobind::module_& kernel);
void odds(nanobind::module_& kernel);
void simulation(nanobind::module_& kernel);

}  // namespace zapato::bind
