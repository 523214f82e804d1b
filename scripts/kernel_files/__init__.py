"""What stands in the first lines of a kernel file. All scripts read heads by this package."""

from .head import Head, HeadError, read_head

__all__ = ["Head", "HeadError", "read_head"]
