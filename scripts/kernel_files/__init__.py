"""Which files have kernels, and what stands in their first lines. All scripts read heads by this package."""

from .head import Head, HeadError, read_head
from .language import is_hip, is_opencl, is_source

__all__ = ["Head", "HeadError", "is_hip", "is_opencl", "is_source", "read_head"]
