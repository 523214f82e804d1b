// The part of the C library that host code of a kernel's file may need to compile.
#pragma once
#include <stddef.h>
#include "cuda_runtime.h"
extern "C" {
void *realloc(void *, size_t);
void exit(int);
int rand(void);
void srand(unsigned);
int atoi(const char *);
double atof(const char *);
long strtol(const char *, char **, int);
char *getenv(const char *);
__attribute__((device, host)) void abort(void);
}
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
