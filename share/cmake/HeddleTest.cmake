# Tests that are checks by heddle:
#
#   include(HeddleTest)
#   heddle_add_test(queue SOURCES test/queue.c src/queue.c [PROOF] [OPTIONS --time 5m] [FLAGS -Iinclude])
#
# A bug is a failure. If heddle has no answer, or one within bounds only, the test is skipped; with PROOF it
# fails then. `HEDDLE_PROGRAM` says where heddle is.
function(heddle_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "PROOF" "" "SOURCES;OPTIONS;FLAGS")
  find_program(HEDDLE_PROGRAM heddle REQUIRED)
  if(NOT arg_SOURCES)
    message(FATAL_ERROR "heddle_add_test(${name}): SOURCES are missing")
  endif()
  set(flags "")
  if(arg_FLAGS)
    set(flags -- ${arg_FLAGS})
  endif()
  add_test(NAME ${name} WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    COMMAND ${HEDDLE_PROGRAM} check ${arg_SOURCES} ${arg_OPTIONS} ${flags})
  if(NOT arg_PROOF)
    set_property(TEST ${name} PROPERTY SKIP_RETURN_CODE 5)
  endif()
endfunction()
