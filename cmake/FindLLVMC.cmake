# LLVM's C API, and the tools of the same version.
#
# The shared library is all of LLVM, with other libraries behind it: it takes 8 ms to load and 7 MB in
# each process. So what we need is linked from the static ones, where they are; of what comes with them
# nearly all is left out again, and with it what needs still other libraries.
#
#   LLVM::C            to link with; carries no include directory, so that only those who name
#                      LLVMC_INCLUDE_DIR see the headers
#   LLVMC_INCLUDE_DIR  where llvm-c/ is
#   LLVMC_CLANG        clang
#   LLVMC_LINK         llvm-link

set(_major ${LLVMC_FIND_VERSION_MAJOR})
find_program(LLVMC_CONFIG llvm-config-${_major})
if(LLVMC_CONFIG)
  execute_process(COMMAND ${LLVMC_CONFIG} --version
    OUTPUT_VARIABLE LLVMC_VERSION OUTPUT_STRIP_TRAILING_WHITESPACE)
  execute_process(COMMAND ${LLVMC_CONFIG} --includedir
    OUTPUT_VARIABLE _include OUTPUT_STRIP_TRAILING_WHITESPACE)
  execute_process(COMMAND ${LLVMC_CONFIG} --link-static --libfiles
    core bitreader bitwriter linker target analysis
    OUTPUT_VARIABLE _static OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process(COMMAND ${LLVMC_CONFIG} --libdir
    OUTPUT_VARIABLE _lib OUTPUT_STRIP_TRAILING_WHITESPACE)
  execute_process(COMMAND ${LLVMC_CONFIG} --bindir
    OUTPUT_VARIABLE _bin OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()

find_path(LLVMC_INCLUDE_DIR llvm-c/Core.h HINTS ${_include} NO_DEFAULT_PATH)
find_library(LLVMC_LIBRARY LLVM-${_major} HINTS ${_lib} NO_DEFAULT_PATH)
find_program(LLVMC_CLANG clang-${_major} HINTS ${_bin})
find_program(LLVMC_LINK llvm-link-${_major} HINTS ${_bin})
find_library(LLVMC_ZLIB NAMES z libz.so.1) # the linker wants their names, though hardly anything of them is used
find_library(LLVMC_ZSTD NAMES zstd libzstd.so.1)
mark_as_advanced(LLVMC_CONFIG LLVMC_INCLUDE_DIR LLVMC_LIBRARY LLVMC_CLANG LLVMC_LINK LLVMC_ZLIB
  LLVMC_ZSTD)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LLVMC
  REQUIRED_VARS LLVMC_LIBRARY LLVMC_INCLUDE_DIR LLVMC_CLANG LLVMC_LINK
  VERSION_VAR LLVMC_VERSION)

separate_arguments(_static)
foreach(_file ${_static})
  if(NOT EXISTS ${_file})
    unset(_static)
    break()
  endif()
endforeach()
set(_behind)
foreach(_file ${LLVMC_ZLIB} ${LLVMC_ZSTD})
  list(APPEND _behind ${_file})
endforeach()
if(LLVMC_FOUND AND _static AND NOT TARGET LLVM::C)
  add_library(LLVM::C INTERFACE IMPORTED)
  set_target_properties(LLVM::C PROPERTIES
    INTERFACE_LINK_LIBRARIES "${_static};${_behind};stdc++"
    INTERFACE_LINK_OPTIONS -Wl,--gc-sections)
elseif(LLVMC_FOUND AND NOT TARGET LLVM::C)
  add_library(LLVM::C SHARED IMPORTED)
  set_target_properties(LLVM::C PROPERTIES IMPORTED_LOCATION ${LLVMC_LIBRARY})
endif()
