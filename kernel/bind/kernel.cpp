// The module `_kernel`: bindings only, each room's in a file of its own.
#include "bind.hpp"

NB_MODULE(_kernel, kernel) {
  kernel.doc() = "Compiled inner loops. Private: the rooms of zapato check what they pass in.";
  zapato::bind::build_info(kernel);
  zapato::bind::cards(kernel);
  zapato::bind::odds(kernel);
  zapato::bind::simulation(kernel);
}
