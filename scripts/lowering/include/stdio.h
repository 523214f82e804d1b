// The part of the C library that host code of a kernel's file may need to compile.
#pragma once
#include <stddef.h>
#include "cuda_runtime.h"
typedef struct lowering_file FILE;
extern "C" {
extern FILE *stdin, *stdout, *stderr;
int fprintf(FILE *, const char *, ...);
int sprintf(char *, const char *, ...);
int snprintf(char *, size_t, const char *, ...);
int scanf(const char *, ...);
int fscanf(FILE *, const char *, ...);
int sscanf(const char *, const char *, ...);
int puts(const char *);
int putchar(int);
int fflush(FILE *);
FILE *fopen(const char *, const char *);
int fclose(FILE *);
size_t fread(void *, size_t, size_t, FILE *);
size_t fwrite(const void *, size_t, size_t, FILE *);
char *fgets(char *, int, FILE *);
}
#define EOF (-1)
