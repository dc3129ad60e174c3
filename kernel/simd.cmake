# One source, several instruction sets, one choice at run time.
#
# zapato_simd_levels(TARGET SOURCE...) compiles each SOURCE once per level and links the
# results into TARGET. Within a compilation ZAPATO_SIMD_NAMESPACE is the level's name
# (portable, avx2, avx512): the source puts everything that it defines into
#     namespace zapato::ZAPATO_SIMD_NAMESPACE { ... }
# and ordinary code picks the namespace by zapato::simd_level() (include/zapato/simd.hpp).
# Outside x86-64 there is the portable level only, and ZAPATO_SIMD_X86 is not defined.
#
# Everything that such a source uses must be its own or inlined: an inline function that two
# levels share is merged by the linker, and the AVX-512 copy could end up in the portable path.
# So keep standard containers out of these sources: plain arrays in, plain arrays out.

include(CheckCXXCompilerFlag)
set(ZAPATO_SIMD_LEVELS portable)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  check_cxx_compiler_flag("-march=x86-64-v4 -mavx512vbmi" ZAPATO_COMPILER_KNOWS_X86_LEVELS)
  if(ZAPATO_COMPILER_KNOWS_X86_LEVELS)
    list(APPEND ZAPATO_SIMD_LEVELS avx2 avx512)
    add_compile_definitions(ZAPATO_SIMD_X86)
  endif()
  set(ZAPATO_FLAGS_portable -march=x86-64)
endif()
set(ZAPATO_FLAGS_avx2 -march=x86-64-v3)
set(ZAPATO_FLAGS_avx512 -march=x86-64-v4 -mavx512vbmi -mprefer-vector-width=512)

function(zapato_simd_levels target)
  foreach(source IN LISTS ARGN)
    get_filename_component(stem ${source} NAME_WE)
    foreach(level IN LISTS ZAPATO_SIMD_LEVELS)
      set(part ${target}_${stem}_${level})
      add_library(${part} OBJECT ${source})
      target_link_libraries(${part} PRIVATE zapato_kernel_flags)
      target_compile_options(${part} PRIVATE ${ZAPATO_FLAGS_${level}})
      target_compile_definitions(${part} PRIVATE ZAPATO_SIMD_NAMESPACE=${level})
      target_sources(${target} PRIVATE $<TARGET_OBJECTS:${part}>)
    endforeach()
  endforeach()
endfunction()
