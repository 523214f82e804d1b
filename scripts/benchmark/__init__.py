"""Benchmarks of the program: the samples and generated families of kernels."""
