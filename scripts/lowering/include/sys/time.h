// The part of the C library that host code of a kernel's file may need to compile.
#pragma once
#include <time.h>
struct timeval {
  long tv_sec, tv_usec;
};
extern "C" int gettimeofday(timeval *, void *);
