# SPDX-License-Identifier: BSD-3-Clause
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tilechol)

# One component for each Debian package (cmake/Package.cmake): runtime, dev, gpu, command.
install(TARGETS tilechol tilechol_lapack EXPORT tilechol
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT dev)
if(TILECHOL_GPU)
  install(TARGETS tilechol_gpu LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT gpu)
endif()
if(TARGET tilechol_command)
  file(RELATIVE_PATH bin_to_lib ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
  set_target_properties(tilechol_command PROPERTIES INSTALL_RPATH "$ORIGIN/${bin_to_lib}")
  install(TARGETS tilechol_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT command)
  install(FILES man/tilechol.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT command)
endif()
set(doc_dir ${CMAKE_INSTALL_DOCDIR})
if(NOT PROJECT_IS_TOP_LEVEL) # there it is the other project's
  set(doc_dir ${CMAKE_INSTALL_DATAROOTDIR}/doc/tilechol)
endif()
install(FILES include/tilechol.h include/tilechol.f90 DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${doc_dir} COMPONENT dev)
install(FILES tests/install/solve.c tests/install/solve.f90 tests/install/lapack.f90
  DESTINATION ${doc_dir}/examples COMPONENT dev)

# find_package(tilechol)
install(EXPORT tilechol NAMESPACE tilechol:: FILE tilechol-targets.cmake DESTINATION ${package_dir}
  COMPONENT dev)
configure_package_config_file(cmake/tilechol-config.cmake.in tilechol-config.cmake
  INSTALL_DESTINATION ${package_dir}
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(tilechol-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/tilechol-config.cmake
  ${PROJECT_BINARY_DIR}/tilechol-config-version.cmake
  DESTINATION ${package_dir} COMPONENT dev)

# pkg-config: the .pc files find everything else relative to where they are.
set(pc_dir ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH pc_to_prefix ${pc_dir} ${CMAKE_INSTALL_PREFIX})
file(RELATIVE_PATH pc_to_lib ${pc_dir} ${CMAKE_INSTALL_FULL_LIBDIR})
file(RELATIVE_PATH pc_to_include ${pc_dir} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
foreach(name tilechol tilechol_lapack)
  configure_file(cmake/${name}.pc.in ${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
    COMPONENT dev)
endforeach()
