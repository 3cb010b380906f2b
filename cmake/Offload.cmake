# SPDX-License-Identifier: BSD-3-Clause
# Finds and checks the tools that the GPU library needs, then defines the library. A missing or
# unsuitable tool stops CMake with an error that names the package to install.

set(nvidia_archs ${TILECHOL_GPU_ARCHS})
list(FILTER nvidia_archs INCLUDE REGEX "^sm_")
# AMD GPUs without FP64 matrix units. If there is one, no AMD image uses these units (offload/tile.h).
set(plain_amd_archs ${TILECHOL_GPU_ARCHS})
list(FILTER plain_amd_archs INCLUDE REGEX "^gfx")
list(FILTER plain_amd_archs EXCLUDE REGEX "^gfx(90a|94[012]|950)$")
list(LENGTH plain_amd_archs plain_amd_count)
list(JOIN TILECHOL_GPU_ARCHS "," archs)

# ---- Clang and its device runtimes -----------------------------------------------------------------
if(NOT CMAKE_C_COMPILER_ID STREQUAL "Clang" OR CMAKE_C_COMPILER_VERSION VERSION_LESS 19)
  message(FATAL_ERROR
    "TILECHOL_GPU needs Clang 19 or later as the C compiler, not ${CMAKE_C_COMPILER_ID} "
    "${CMAKE_C_COMPILER_VERSION}: install clang-19 and libomp-19-dev (Debian) and use "
    "cmake --preset gpu, or -DCMAKE_C_COMPILER=clang-19")
endif()
string(REGEX MATCH "^[0-9]+" clang_major ${CMAKE_C_COMPILER_VERSION})
execute_process(COMMAND ${CMAKE_C_COMPILER} -print-resource-dir
  OUTPUT_VARIABLE resource_dir OUTPUT_STRIP_TRAILING_WHITESPACE)
get_filename_component(clang_lib_dir ${resource_dir}/../.. REALPATH)
file(GLOB device_runtime ${clang_lib_dir}/libomptarget.devicertl.a ${clang_lib_dir}/*/libompdevice.a)
if(NOT device_runtime)
  message(FATAL_ERROR
    "Clang ${clang_major} has no OpenMP device runtime in ${clang_lib_dir}: install libomp-${clang_major}-dev "
    "(Debian 12: only libomp-19-dev has one, with clang-19)")
endif()
set(device_runtime_flag)
if(EXISTS ${clang_lib_dir}/libomptarget.devicertl.a)
  set(device_runtime_flag -Wl,-lomptarget.devicertl)
endif()

# ---- libomptarget, which loads the images at run time ----------------------------------------------
# Takes the newest one: the compiler's own may be too old for what ptxas makes.
if(NOT TILECHOL_LIBOMPTARGET)
  file(GLOB candidates ${clang_lib_dir}/libomptarget.so.* /usr/lib/llvm-*/lib/libomptarget.so.*)
  set(newest 0)
  foreach(candidate ${candidates})
    string(REGEX MATCH "[0-9.]+$" version ${candidate})
    string(REGEX REPLACE "^\\." "" version ${version})
    if(version VERSION_GREATER newest)
      set(newest ${version})
      set(TILECHOL_LIBOMPTARGET ${candidate} CACHE FILEPATH "libomptarget.so.N that loads the GPU images" FORCE)
    endif()
  endforeach()
endif()
if(NOT EXISTS "${TILECHOL_LIBOMPTARGET}")
  message(FATAL_ERROR "No libomptarget.so.* found: install liboffload-22 (Debian), or set TILECHOL_LIBOMPTARGET")
endif()
get_filename_component(omptarget_dir ${TILECHOL_LIBOMPTARGET} DIRECTORY)
string(REGEX MATCH "so\\.([0-9]+)" _ ${TILECHOL_LIBOMPTARGET})
set(omptarget_major "${CMAKE_MATCH_1}")
if(omptarget_major AND omptarget_major LESS 21)
  message(FATAL_ERROR
    "${TILECHOL_LIBOMPTARGET} is too old: versions before 21 refuse images made by CUDA 13 and limit "
    "a team to 48 KB of memory. Install liboffload-22 (Debian)")
endif()
# Debian's liboffload lacks the name libomptarget.so, which the linker looks for.
set(link_dir ${PROJECT_BINARY_DIR}/libomptarget)
file(MAKE_DIRECTORY ${link_dir})
file(CREATE_LINK ${TILECHOL_LIBOMPTARGET} ${link_dir}/libomptarget.so SYMBOLIC)

# ---- ptxas -----------------------------------------------------------------------------------------
set(cuda_flag)
if(nvidia_archs)
  find_program(TILECHOL_PTXAS ptxas
    HINTS ${CUDAToolkit_ROOT} ENV CUDAToolkit_ROOT ENV CUDA_HOME ENV CUDA_PATH
    PATHS /usr/local/cuda PATH_SUFFIXES bin
    DOC "NVIDIA's assembler, of CUDA 12 or later")
  if(NOT TILECHOL_PTXAS)
    message(FATAL_ERROR
      "No ptxas for ${nvidia_archs}: install NVIDIA's cuda-nvcc (CUDA 12 or 13) or Debian's nvidia-cuda-toolkit "
      "(non-free), or set CUDAToolkit_ROOT; -DTILECHOL_GPU_ARCHS='gfx90a;gfx942' builds for AMD only")
  endif()
  execute_process(COMMAND ${TILECHOL_PTXAS} --version OUTPUT_VARIABLE ptxas_version)
  string(REGEX MATCH "release ([0-9.]+)" _ "${ptxas_version}")
  set(ptxas_version "${CMAKE_MATCH_1}")
  if(ptxas_version VERSION_LESS 11.8)
    message(FATAL_ERROR
      "${TILECHOL_PTXAS} belongs to CUDA '${ptxas_version}', but 11.8 or later is needed: install NVIDIA's "
      "cuda-nvcc 12 or 13")
  endif()
  get_filename_component(cuda_dir ${TILECHOL_PTXAS} DIRECTORY)
  get_filename_component(cuda_dir ${cuda_dir} DIRECTORY)
  if(cuda_dir STREQUAL "/usr")
    set(cuda_dir /usr/lib/cuda) # where Debian keeps the rest of CUDA
  endif()
  set(cuda_flag --cuda-path=${cuda_dir})
endif()

set(offload_flags -fopenmp --offload-arch=${archs} -nogpulib -foffload-lto ${cuda_flag} -Wno-unknown-cuda-version)
# libomptarget precedes libomp, which the compiler driver adds, so that omp_get_num_devices is libomptarget's.
set(offload_link_flags -L${link_dir} -Wl,-lomptarget -L${clang_lib_dir} ${device_runtime_flag})

# ---- all of them together --------------------------------------------------------------------------
set(probe ${PROJECT_BINARY_DIR}/CMakeFiles/offload_probe)
file(WRITE ${probe}.c
  "void probe(int *x) {\n#pragma omp target teams is_device_ptr(x)\n  *x = 1;\n}\n")
execute_process(
  COMMAND ${CMAKE_C_COMPILER} -O2 -fPIC -shared ${offload_flags} ${probe}.c ${offload_link_flags} -o ${probe}.so
  RESULT_VARIABLE failed ERROR_VARIABLE text OUTPUT_VARIABLE text)
if(failed)
  message(FATAL_ERROR
    "${CMAKE_C_COMPILER} cannot compile a target region for ${archs}; on Debian, it needs clang-19, "
    "libomp-19-dev, lld-19 and liboffload-22. Its output:\n${text}")
endif()
message(STATUS "GPU library: ${archs}; Clang ${CMAKE_C_COMPILER_VERSION}, ${TILECHOL_LIBOMPTARGET}, "
  "CUDA ${ptxas_version}")

# LLVM's OpenMPOpt takes most of the compile time of a file with `parallel` regions. Where these capture by
# value (TLC_REGION_BOUND), as they do for NVIDIA, 8 of its rounds are enough (offload/MEASURED.md, Building).
# The unroll threshold admits loops whose elements must be in registers but that exceed LLVM's limit
# (batch_beside.inc).
set(nvidia_flags)
if(nvidia_archs)
  set(nvidia_flags "SHELL:-Xopenmp-target=nvptx64-nvidia-cuda -mllvm=-openmp-opt-max-iterations=8"
    "SHELL:-Xopenmp-target=nvptx64-nvidia-cuda -mllvm=-pragma-unroll-threshold=65536")
endif()

# The options to compile and link programs that have target regions of their own (bench/).
add_library(tilechol_offload_compile INTERFACE)
target_compile_options(tilechol_offload_compile INTERFACE ${offload_flags} -O3
  -fopenmp-assume-no-thread-state -fopenmp-assume-no-nested-parallelism)
add_library(tilechol_offload_link INTERFACE)
target_link_options(tilechol_offload_link INTERFACE
  -O3 ${offload_flags} ${offload_link_flags} -Wl,-rpath,${omptarget_dir})

# tilechol_add_gpu_library(name source...)
function(tilechol_add_gpu_library name)
  add_library(${name}_objects OBJECT ${ARGN})
  set_property(TARGET ${name}_objects PROPERTY C_VISIBILITY_PRESET) # as in tilechol_export
  target_link_libraries(${name}_objects PRIVATE tilechol_flags)
  # -O3 for every build type: without it the tile in flight is not in registers.
  # -fopenmp-cuda-mode promises that a thread's variables are its own. Without it, those that the compiler cannot
  # prove private come from the device's malloc, which is thousands of times slower and runs out for large batches.
  target_compile_options(${name}_objects PRIVATE ${offload_flags} ${nvidia_flags} -O3 -fopenmp-cuda-mode
    -fopenmp-assume-no-thread-state -fopenmp-assume-no-nested-parallelism)
  list(TRANSFORM nvidia_archs REPLACE "^sm_([0-9]+)([0-9])[a-z]?$" "\\1.\\2" OUTPUT_VARIABLE capabilities)
  list(JOIN capabilities " " capabilities)
  target_compile_definitions(${name}_objects PRIVATE
    TLC_HOST=0 TLC_SUFFIX=_gpu TLC_BACKEND=gpu TLC_CUDA_IMAGES="${capabilities}"
    TLC_PLAIN_AMDGCN=$<BOOL:${plain_amd_count}>)

  # libtilechol.so opens this library at run time by its name, in its own folder: so the name has no version.
  add_library(${name} MODULE $<TARGET_OBJECTS:${name}_objects>)
  set_target_properties(${name} PROPERTIES
    LINKER_LANGUAGE C
    BUILD_RPATH ${omptarget_dir}
    INSTALL_RPATH ${omptarget_dir})
  # The functions that launch_cuda.c intercepts, if it knows the layout of this compiler's tables.
  set(wrapped)
  if("launch_cuda.c" IN_LIST ARGN AND clang_major EQUAL 19)
    set(wrapped -Wl,--wrap=__tgt_target_kernel,--wrap=__tgt_register_lib)
  endif()
  # Builds the images in parallel: each takes minutes.
  list(LENGTH TILECHOL_GPU_ARCHS images)
  target_link_options(${name} PRIVATE
    -O3 ${offload_flags} ${offload_link_flags} ${wrapped} -Wl,--wrapper-jobs=${images})
  target_link_libraries(${name} PRIVATE Threads::Threads ${CMAKE_DL_LIBS} m)
  tilechol_export(${name} tilechol.map)

  # gpu-report prints each kernel's registers, stack and spills. AMD's images have them in their notes.
  find_program(TILECHOL_READELF NAMES llvm-readelf-${clang_major} llvm-readelf
    HINTS ${clang_lib_dir}/../bin)
  find_program(TILECHOL_OBJDUMP NAMES llvm-objdump-${clang_major} llvm-objdump
    HINTS ${clang_lib_dir}/../bin)
  find_program(TILECHOL_OFFLOAD_PACKAGER clang-offload-packager
    HINTS ${clang_lib_dir}/../bin)
  add_custom_target(gpu-report
    COMMAND ${CMAKE_COMMAND} -E env READELF=${TILECHOL_READELF} OFFLOAD_PACKAGER=${TILECHOL_OFFLOAD_PACKAGER}
      sh ${PROJECT_SOURCE_DIR}/cmake/gpu_report.sh
      ${CMAKE_C_COMPILER} -O3 -fPIC -shared ${offload_flags} $<TARGET_OBJECTS:${name}_objects>
      ${offload_link_flags} -ldl -lm
    COMMAND_EXPAND_LISTS VERBATIM)
  add_dependencies(gpu-report ${name}_objects)
endfunction()
