// What LeakSanitizer leaves out in a build with BARRICADE_SANITIZE: leaks in libraries, which are
// not ours to mend. It is linked into every program, so that no run needs LSAN_OPTIONS.

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): LeakSanitizer's names
extern "C" const char* __lsan_default_suppressions() {
  // CLN, the numbers of cvc5: a string that its static initialisation keeps.
  return "leak:libcln\n";
}

// Standard error holds what the program says and no list of suppressions.
extern "C" const char* __lsan_default_options() {
  return "print_suppressions=0";
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
