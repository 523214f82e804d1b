"""Members of structs in memory that are arrays of their own."""

import re
import unittest

from lowering import LaunchOptions
from lowering.files import lower_kernels
from testing.folder_case import FolderCase

_RING = "struct Ring { int head; float slot[4][64]; };"


class StructMembersTest(FolderCase):
  def arrays(self, body, parameters="Ring *r", before="", struct=_RING):
    """{name in the source: dimensions} of the arrays that a kernel uses."""
    source = self.write("k.cu", f"{struct} {before} __global__ void k({parameters}) {{ {body} }}")
    options = LaunchOptions()
    options.block_dim, options.grid_dim = [64], [1]
    unit, = lower_kernels(source, options).units
    used = set(re.findall(r"(\$\$[\w.$]+)\[", unit.text.split("procedure {:source_name \"k\"")[1]))
    found = re.findall(r'array_info "([^"]+)"[^\n]*source_name "([^"]+)"[^\n]*source_dimensions "([^"]+)"', unit.text)
    return {name: dimensions for array, name, dimensions in found if array in used}

  def test_of_a_parameter_and_of_shared_memory(self):
    parts = {"r.head": "1", "r.slot": "4,64"}
    self.assertEqual(self.arrays("r->slot[r->head][threadIdx.x] = 1;"), parts)
    self.assertEqual(self.arrays("__shared__ Ring r; r.slot[r.head][threadIdx.x] = 1;", "int n"), parts)

  def test_through_functions_and_references(self):
    self.assertEqual(self.arrays("put(*r, r->head);", before="__device__ void put(Ring &q, int i) { "
                                 "float (&row)[64] = q.slot[i]; row[threadIdx.x] = 2; }"),
                     {"r.head": "1", "r.slot": "4,64"})

  def test_bytes_that_are_a_struct(self):
    self.assertEqual(self.arrays("__shared__ alignas(16) char b[sizeof(Ring)]; Ring &r = *(Ring *)b; "
                                 "r.slot[r.head][threadIdx.x] = 1;", "int n"), {"b.0": "1", "b.1": "4,64"})

  def test_what_is_used_as_a_whole(self):
    for body in ("r[1].head = r->head;", "*r = r[1]; r->head = 1;", "((int *)r)[threadIdx.x] = r->head;",
                 "Ring *q = r->head ? r : r + 1; q->head = 2;", "(&r->head)[threadIdx.x] = 1;",
                 "*(unsigned long long *)&r->head = 1;", "r->head = 1; atomicAdd((unsigned long long *)&r->head, 1ull);"):
      self.assertEqual(list(self.arrays(body)), ["r"], body)
    self.assertEqual(list(self.arrays("g.head = 1; p->slot[0][0] = 2;", "int n",
                                      before="__device__ Ring g; __device__ Ring *p = &g;")), ["g", "p"])
    # What stands behind the last member may be its own.
    self.assertEqual(list(self.arrays("r->data[threadIdx.x] = r->n;",
                                      struct="struct Ring { int n; int data[1]; };")), ["r"])


if __name__ == "__main__":
  unittest.main()
