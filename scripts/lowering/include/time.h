// The part of the C library that host code of a kernel's file may need to compile.
#pragma once
typedef long time_t;
extern "C" time_t time(time_t *);
#define CLOCKS_PER_SEC 1000000
