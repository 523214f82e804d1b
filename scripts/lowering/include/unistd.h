// The part of the C library that host code of a kernel's file may need to compile.
#pragma once
#define _POSIX_VERSION 200809L
extern "C" {
unsigned sleep(unsigned);
int usleep(unsigned);
}
