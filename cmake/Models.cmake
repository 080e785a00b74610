# heddle_models(TARGET OUTPUT DIR [FLAG...])
#
# TARGET, part of "all", compiles every DIR/*.c to bitcode with clang and the FLAGs (the data model,
# for instance) and links the results into OUTPUT. -O0 without optnone: the front end runs its own
# choice of passes. DIR/../include has headers that go before the system's. The debug info names the
# files relative to the project, wherever it was built.
function(heddle_models target output dir)
  file(GLOB sources CONFIGURE_DEPENDS ${dir}/*.c)
  file(GLOB headers CONFIGURE_DEPENDS ${dir}/*.h ${dir}/../include/*.h)
  set(objects ${PROJECT_BINARY_DIR}/models/${target})
  cmake_path(GET output PARENT_PATH output_dir)
  file(MAKE_DIRECTORY ${objects} ${output_dir})

  set(bitcode)
  foreach(source IN LISTS sources)
    cmake_path(GET source STEM name)
    add_custom_command(OUTPUT ${objects}/${name}.bc
      COMMAND ${LLVMC_CLANG} -c -emit-llvm -O0 -g -fno-discard-value-names
        -Xclang -disable-O0-optnone -std=c17 -Wall -Wextra -Werror ${ARGN}
        -ffile-prefix-map=${PROJECT_SOURCE_DIR}/= -fdebug-compilation-dir=.
        -I${dir} -isystem ${dir}/../include -o ${objects}/${name}.bc ${source}
      DEPENDS ${source} ${headers}
      COMMENT "Compiling model ${name}"
      VERBATIM)
    list(APPEND bitcode ${objects}/${name}.bc)
  endforeach()

  add_custom_command(OUTPUT ${output}
    COMMAND ${LLVMC_LINK} -o ${output} ${bitcode}
    DEPENDS ${bitcode}
    COMMENT "Linking ${output}"
    VERBATIM)
  add_custom_target(${target} ALL DEPENDS ${output})
endfunction()

# heddle_models_compile(VARIABLE [FLAG...]): can models be compiled with these flags?
function(heddle_models_compile variable)
  set(probe ${PROJECT_BINARY_DIR}/models/probe.c)
  file(WRITE ${probe} "#include <errno.h>\n#include <pthread.h>\n")
  execute_process(COMMAND ${LLVMC_CLANG} -fsyntax-only ${ARGN} ${probe}
    RESULT_VARIABLE result OUTPUT_QUIET ERROR_QUIET)
  if(result EQUAL 0)
    set(${variable} TRUE PARENT_SCOPE)
  else()
    set(${variable} FALSE PARENT_SCOPE)
    list(JOIN ARGN " " flags)
    message(STATUS "No models for ${flags}: headers are missing")
  endif()
endfunction()

# heddle_replay(TARGET OUTPUT DIR [FLAG...])
#
# TARGET, part of "all", compiles DIR/*.c and links them into one object file. Never with a
# sanitizer: they are what the sanitizers of a replay must not see.
function(heddle_replay target output dir)
  file(GLOB sources CONFIGURE_DEPENDS ${dir}/*.c)
  file(GLOB headers CONFIGURE_DEPENDS ${dir}/*.h)
  add_custom_command(OUTPUT ${output}
    COMMAND ${LLVMC_CLANG} -r -nostdlib -O1 -g -std=c17 -fPIE -Wall -Wextra -Werror ${ARGN}
      -ffile-prefix-map=${PROJECT_SOURCE_DIR}/= -fdebug-compilation-dir=.
      -o ${output} ${sources}
    DEPENDS ${sources} ${headers}
    COMMENT "Linking ${output}"
    VERBATIM)
  add_custom_target(${target} ALL DEPENDS ${output})
endfunction()
