"""The user's commands: `scripts/verify`, `scripts/repair` and `scripts/advise`.

They take CUDA or OpenCL source straight to a verdict and a patch: lower the source, run the
program on the result, turn the repair into a patch of the source, and verify the patched source
again before it is shown. IR files go to the program as they are.
"""
