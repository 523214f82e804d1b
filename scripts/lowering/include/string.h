// The part of the C library that host code of a kernel's file may need to compile.
#pragma once
#include <stddef.h>
#include "cuda_runtime.h"
extern "C" {
size_t strlen(const char *);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
char *strcpy(char *, const char *);
char *strcat(char *, const char *);
int memcmp(const void *, const void *, size_t);
}
