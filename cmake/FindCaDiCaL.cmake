# The SAT solver CaDiCaL through its C interface: CaDiCaL::CaDiCaL.

find_path(CADICAL_INCLUDE_DIR ccadical.h)
find_library(CADICAL_LIBRARY cadical)
mark_as_advanced(CADICAL_INCLUDE_DIR CADICAL_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CaDiCaL REQUIRED_VARS CADICAL_LIBRARY CADICAL_INCLUDE_DIR)

if(CaDiCaL_FOUND AND NOT TARGET CaDiCaL::CaDiCaL)
  add_library(CaDiCaL::CaDiCaL UNKNOWN IMPORTED)
  set_target_properties(CaDiCaL::CaDiCaL PROPERTIES
    IMPORTED_LOCATION ${CADICAL_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${CADICAL_INCLUDE_DIR}
    # A static library of C++ code in a program that is linked as C.
    INTERFACE_LINK_LIBRARIES "stdc++;m")
endif()
