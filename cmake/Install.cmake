# SPDX-License-Identifier: BSD-3-Clause
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tilechol)

install(TARGETS tilechol tilechol_lapack EXPORT tilechol
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TILECHOL_GPU)
  install(TARGETS tilechol_gpu LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
file(RELATIVE_PATH bin_to_lib ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
set_target_properties(tilechol_command PROPERTIES INSTALL_RPATH "$ORIGIN/${bin_to_lib}")
install(TARGETS tilechol_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES include/tilechol.h include/tilechol.f90 DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

# find_package(tilechol)
install(EXPORT tilechol NAMESPACE tilechol:: FILE tilechol-targets.cmake DESTINATION ${package_dir})
configure_package_config_file(cmake/tilechol-config.cmake.in tilechol-config.cmake
  INSTALL_DESTINATION ${package_dir}
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(tilechol-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/tilechol-config.cmake
  ${PROJECT_BINARY_DIR}/tilechol-config-version.cmake
  DESTINATION ${package_dir})

# pkg-config, which finds the rest from its own file's place
file(RELATIVE_PATH pc_to_prefix
  ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
foreach(name tilechol tilechol_lapack)
  configure_file(cmake/${name}.pc.in ${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
