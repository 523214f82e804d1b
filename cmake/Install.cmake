# What `cmake --install` copies, and the packages that `cpack` makes of it: a Debian package, and a
# tarball that carries the libraries (scripts/package). The manual page and the completions are
# made from the option table of the program that is installed, and from the parsers of its scripts.
include(GNUInstallDirs)

set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)  # the tests are no part of a package

# Nothing lies there in the Debian package; the tarball's libraries do. The old kind of tag holds
# for the libraries' own libraries as well.
set_target_properties(barricade PROPERTIES INSTALL_RPATH "$ORIGIN/../lib/barricade")
target_link_options(barricade PRIVATE -Wl,--disable-new-dtags)
install(TARGETS barricade RUNTIME)

# The scripts without their tests and without those for work on the project itself.
set(helpers "${CMAKE_INSTALL_DATADIR}/barricade/scripts")
install(PROGRAMS scripts/helper DESTINATION ${helpers})
foreach(folder assistant commands kernel_files language_server lowering patching stage_limits suite_runner tools)
  install(DIRECTORY scripts/${folder} DESTINATION ${helpers}
    PATTERN "test_*" EXCLUDE PATTERN "__pycache__" EXCLUDE PATTERN "testing_support.py" EXCLUDE
    PATTERN "client.py" EXCLUDE)
endforeach()

# Byte code, as the folder is often not the user's: without it each run compiles the scripts anew, which
# takes longer than clang. It goes by the sources' contents, as packages set other times.
install(CODE "
  set(root \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\")
  execute_process(COMMAND python3 -m compileall -q --invalidation-mode checked-hash -s \"\${root}\" -p /
    \"\${root}/${helpers}\" COMMAND_ERROR_IS_FATAL ANY)")

# What `barricade explain` shows; documentation proper may be left out of an installation.
install(DIRECTORY docs/findings DESTINATION ${CMAKE_INSTALL_DATADIR}/barricade/docs)

install(FILES README.md NEWS.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md")

set(made "${CMAKE_BINARY_DIR}/documents")
install(CODE "
  file(MAKE_DIRECTORY \"${made}\")
  function(make file)
    execute_process(COMMAND \"${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/barricade\" \${ARGN}
      OUTPUT_FILE \"${made}/\${file}\" COMMAND_ERROR_IS_FATAL ANY)
  endfunction()
  execute_process(COMMAND \"${CMAKE_COMMAND}\" -E env
      \"BARRICADE_PROGRAM=${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/barricade\" python3 \"${CMAKE_SOURCE_DIR}/scripts/helper\" manual
    OUTPUT_FILE \"${made}/barricade.1\" COMMAND_ERROR_IS_FATAL ANY)
  make(barricade completion bash)
  make(_barricade completion zsh)
  make(barricade.fish completion fish)")
install(FILES "${made}/barricade.1" DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES "${made}/barricade" DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES "${made}/_barricade" DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES "${made}/barricade.fish"
  DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

set(CPACK_PACKAGE_NAME barricade)
set(CPACK_PACKAGE_VENDOR "the Barricade maintainers")
set(CPACK_PACKAGE_CONTACT "Barricade maintainers <maintainers@users.noreply.barricade.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "proves GPU kernels free of data races and repairs them")
set(CPACK_PACKAGE_DESCRIPTION
  "Barricade takes CUDA, HIP and OpenCL kernels and proves that they are free of data races and "
  "barrier divergence, or repairs them with the provably cheapest set of barriers. No GPU is needed.")
list(JOIN CPACK_PACKAGE_DESCRIPTION "" CPACK_PACKAGE_DESCRIPTION)
set(CPACK_RESOURCE_FILE_LICENSE "${CMAKE_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGE_FILE_NAME "barricade")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME barricade.deb)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# clang compiles the kernels for the lowering; versions 13 to 19 will do.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "python3 (>= 3.11), clang")
# The scripts' compiled form is made where they are installed, and goes with them.
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA
  "${CMAKE_SOURCE_DIR}/cmake/debian/postinst;${CMAKE_SOURCE_DIR}/cmake/debian/prerm")
include(CPack)
