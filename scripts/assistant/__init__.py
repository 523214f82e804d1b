"""The tools of coding assistants, `barricade mcp`: a gate for kernels that a machine has written."""
