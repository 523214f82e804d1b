// What LeakSanitizer leaves out in a build with BARRICADE_SANITIZE: leaks in libraries, which are
// not ours to mend. It is linked into every program, so that no run needs LSAN_OPTIONS.

// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming): LeakSanitizer's name
extern "C" const char* __lsan_default_suppressions() {
  // CLN, the numbers of cvc5: a string that its static initialisation keeps.
  return "leak:libcln\n";
}
