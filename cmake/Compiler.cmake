# SPDX-License-Identifier: BSD-3-Clause
# tilechol_flags: the options that every C file of the libraries is compiled with.
include(CheckCCompilerFlag)

if(NOT CMAKE_C_COMPILER_ID MATCHES "^(GNU|Clang|AppleClang|IntelLLVM)$")
  message(WARNING "tilechol has been tested with GCC and Clang only, not with ${CMAKE_C_COMPILER_ID}")
endif()
# GCC 10 does not know -march=x86-64-v2; Clang before Debian 12's has not been tried.
set(oldest_GNU 11)
set(oldest_Clang 14)
if(CMAKE_C_COMPILER_VERSION VERSION_LESS "${oldest_${CMAKE_C_COMPILER_ID}}")
  message(FATAL_ERROR "tilechol needs GCC >= ${oldest_GNU} or Clang >= ${oldest_Clang}, not "
    "${CMAKE_C_COMPILER_ID} ${CMAKE_C_COMPILER_VERSION}: choose another compiler with -DCMAKE_C_COMPILER=...")
endif()
if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_UNITY_BUILD OFF) # templates are included by several files with the same static names
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_package(OpenMP COMPONENTS C)
if(NOT OpenMP_C_FOUND)
  if(CMAKE_C_COMPILER_ID STREQUAL "Clang")
    string(REGEX MATCH "^[0-9]+" major ${CMAKE_C_COMPILER_VERSION})
    message(FATAL_ERROR "Clang's OpenMP runtime is missing: install libomp-${major}-dev (Debian)")
  endif()
  message(FATAL_ERROR "${CMAKE_C_COMPILER} does not support OpenMP; use GCC (Debian: gcc)")
endif()
find_package(Threads REQUIRED)

add_library(tilechol_warnings INTERFACE)
target_compile_options(tilechol_warnings INTERFACE -Wall -Wextra $<$<BOOL:${TILECHOL_WERROR}>:-Werror>)

add_library(tilechol_flags INTERFACE)
target_include_directories(tilechol_flags INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_definitions(tilechol_flags INTERFACE _GNU_SOURCE=)
target_link_libraries(tilechol_flags INTERFACE tilechol_warnings)
target_compile_options(tilechol_flags INTERFACE $<$<CONFIG:>:-O3>) # a project that includes this one may have no type
# GCC reports a parameter as unused if only an atomic write uses it.
target_compile_options(tilechol_flags INTERFACE $<$<C_COMPILER_ID:GNU>:-Wno-unused-but-set-parameter>)
# Makes a complex product four real products instead of a call that checks for infinities.
foreach(flag -fno-math-errno -fcx-limited-range -fno-semantic-interposition)
  string(MAKE_C_IDENTIFIER "HAVE${flag}" have)
  check_c_compiler_flag("-Werror ${flag}" ${have})
  if(${have})
    target_compile_options(tilechol_flags INTERFACE ${flag})
  endif()
endforeach()

# GCC would compile target regions for its own offload targets too.
set(TILECHOL_OPENMP_FLAGS -fopenmp)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  list(APPEND TILECHOL_OPENMP_FLAGS -foffload=disable)
endif()

if(TILECHOL_SANITIZE)
  add_compile_options(-fsanitize=${TILECHOL_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${TILECHOL_SANITIZE})
endif()

# Exports what cmake/<map> lists and nothing else. The libraries are never unloaded: threads of an
# OpenMP runtime or of a GPU driver may still be in their code. A project's preset for visibility would hide what the
# map lists.
function(tilechol_export target map)
  set_property(TARGET ${target} PROPERTY C_VISIBILITY_PRESET)
  set(map ${PROJECT_SOURCE_DIR}/cmake/${map})
  target_link_options(${target} PRIVATE
    -Wl,--version-script=${map} -Wl,-z,nodelete -Wl,--as-needed -Wl,--enable-new-dtags)
  # Clang links its sanitizer runtimes into programs only, so that a library's references to them stay undefined.
  if(NOT TILECHOL_SANITIZE)
    target_link_options(${target} PRIVATE -Wl,--no-undefined)
  endif()
  set_target_properties(${target} PROPERTIES LINK_DEPENDS ${map})
endfunction()
