"""CUDA's synchronisation end to end: source in, primitives of the IR out."""

import re
import unittest

from lowering import LoweringError
from lowering.testing_support import lower_text, statements

GROUPS = "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"


def lower_body(body, head="", parameters="int *p, float *f", **settings):
  return lower_text(f"{head}\n__global__ void k({parameters}) {{ {body} }}", **settings)


def calls(text):
  """The calls of a program, without their targets."""
  return [line.rpartition(" := ")[2].removeprefix("call ") for line in statements(text)
          if line.startswith("call")]


def declaration(text, name):
  """The attributes and the signature of a primitive."""
  match = re.search(r'procedure \{:source_name "[^"]*"\} (.*) \$bugle_' + re.escape(name)
                    + r"(\(.*);", text)
  return (match.group(1) + " " + match.group(2)) if match else None


class ExchangeTest(unittest.TestCase):
  def test_shuffles_with_and_without_width(self):
    text = lower_body("p[0] = __shfl_up_sync(0xff, p[1], 2u); f[0] = __shfl_sync(~0u, f[1], 3, 8);")
    self.assertEqual(calls(text), ["$bugle_shfl_up_sync(255bv32, v0, 2bv32);",
                                   "$bugle_shfl_sync(4294967295bv32, v2, 3bv32, 8bv32);"])
    self.assertEqual(declaration(text, "shfl_sync"), '{:exchange "shfl"} ($mask:bv32, $value:bv32, '
                     "$lane:bv32, $width:bv32) returns ($r0:bv32)")
    self.assertIn('{:exited_threads "excused"}', text)

  def test_one_procedure_for_each_shape(self):
    text = lower_body("p[0] = __shfl_xor_sync(~0u, p[1], 1); "
                      "d[0] = __shfl_xor_sync(~0u, d[1], 1);", parameters="int *p, double *d")
    self.assertIn("$value:bv32", declaration(text, "shfl_xor_sync"))
    self.assertIn("$value:bv64", declaration(text, "shfl_xor_sync_2"))

  def test_forms_without_mask_are_of_the_lanes_that_are_there(self):
    text = lower_body("p[0] = __shfl_down(p[1], 4) + __any(p[2]);")
    self.assertEqual(declaration(text, "shfl_down"), "{:active_mask} () returns ($r0:bv32)")
    self.assertEqual([line for line in calls(text) if "shfl" in line],
                     ["$bugle_shfl_down();", "$bugle_shfl_down_2(v1, v0, 4bv32);"])

  def test_votes_matches_and_reductions(self):
    text = lower_body("""int all; p[0] = __ballot_sync(~0u, p[1]) + __any_sync(~0u, p[1] > 2)
      + __match_any_sync(~0u, p[2]) + __match_all_sync(~0u, p[2], &all) + all
      + __reduce_min_sync(~0u, p[3]) + __reduce_min_sync(~0u, (unsigned)p[3]);""")
    for name, kind in (("ballot_sync", "ballot"), ("any_sync", "any"), ("match_any_sync", "match_any"),
                       ("match_all_sync", "match_all"), ("reduce_min_sync", "reduce_min"),
                       ("reduce_min_sync_2", "reduce_umin")):
      self.assertIn(f'{{:exchange "{kind}"}}', declaration(text, name), name)
    self.assertTrue(declaration(text, "match_all_sync").endswith("($r0:bv32, $r1:bool)"))

  def test_warps_of_64_lanes(self):
    text = lower_body("p[0] = __ballot(p[1]); __syncwarp();", warp_size=64)
    self.assertIn("$r0:bv64", declaration(text, "ballot_2"))
    self.assertIn("$bugle_syncwarp(18446744073709551615bv64);", calls(text))

  def test_voting_barriers(self):
    text = lower_body("p[0] = __syncthreads_count(p[1]) + __syncthreads_and(p[2]);")
    self.assertEqual(declaration(text, "syncthreads_count"), '{:barrier} {:reduce "count"} '
                     "($local:bv1, $global:bv1, $flag:bool) returns ($r0:bv32)")
    self.assertIn("returns ($r0:bool)", declaration(text, "syncthreads_and"))

  def test_named_barriers(self):
    text = lower_body("__barrier_sync(0); __barrier_sync(1); __barrier_sync_count(2, 32);")
    self.assertEqual(calls(text)[0], "$bugle_barrier(1bv1, 1bv1);")
    self.assertRegex(calls(text)[1], r"\$bugle_barrier_sync\(1bv32, .*group_size_x.*\);")
    self.assertEqual(calls(text)[2], "$bugle_barrier_sync_count(2bv32, 32bv32);")


class GroupTest(unittest.TestCase):
  def test_tiles_of_any_size_meet(self):
    text = lower_body("""auto b = cg::this_thread_block(); cg::tiled_partition<8>(b).sync();
      cg::tiled_partition<128>(b).sync();""", GROUPS)
    self.assertEqual(calls(text), ["$bugle_tile.sync(8bv32);", "$bugle_tile.sync(128bv32);"])

  def test_coalesced_groups_meet_by_mask(self):
    text = lower_body("auto g = cg::coalesced_threads(); g.sync(); p[0] = g.any(p[1]);", GROUPS)
    self.assertEqual(calls(text), ["$bugle_activemask();", "$bugle_syncwarp(v0);",
                                   "$bugle_any_sync(v0, v1 != 0bv32);"])

  def test_partitions(self):
    text = lower_body("""auto t = cg::tiled_partition<32>(cg::this_thread_block());
      cg::labeled_partition(t, p[1]).sync(); cg::binary_partition(t, p[2] > 0).sync();""", GROUPS)
    self.assertEqual([line.split("(")[0] for line in calls(text)],
                     ["$bugle_match_any_sync", "$bugle_syncwarp", "$bugle_ballot_sync",
                      "$bugle_syncwarp"])

  def test_reductions_are_exact_where_the_ir_is(self):
    text = lower_body("""auto t = cg::tiled_partition<32>(cg::this_thread_block());
      p[0] = cg::reduce(t, p[1], cg::greater<int>()); f[0] = cg::reduce(t, f[1], cg::plus<float>());
      f[0] = cg::inclusive_scan(t, f[1]);""", GROUPS)
    self.assertEqual([line.split("(")[0] for line in calls(text)],
                     ["$bugle_reduce_max_sync", "$bugle_exchange_of_a_group",
                      "$bugle_exchange_of_a_group"])

  def test_a_group_of_several_warps_exchanges_by_meeting(self):
    text = lower_body("""auto t = cg::tiled_partition<64>(cg::this_thread_block());
      p[0] = cg::reduce(t, p[1], cg::plus<int>());""", GROUPS)
    self.assertIn('{:scope "tile"} {:order "relaxed"}', declaration(text, "tile_of_threads"))

  def test_groups_as_parameters_lose_nothing(self):
    text = lower_text(GROUPS + """__device__ void meet(const cg::thread_group &g) { g.sync(); }
      __global__ void k() { meet(cg::this_thread_block());
        meet(cg::tiled_partition(cg::this_thread_block(), 16)); meet(cg::coalesced_threads()); }""")
    self.assertEqual(calls(text), ["$bugle_barrier(1bv1, 1bv1);", "$bugle_tile.sync(16bv32);",
                                   "$bugle_activemask();", "$bugle_syncwarp(v0);"])

  def test_halves_and_clusters(self):
    text = lower_body("""auto b = cg::this_thread_block(); b.barrier_arrive(); b.barrier_wait();
      auto c = cg::this_cluster(); c.sync(); c.barrier_arrive(); c.barrier_wait();
      p[0] = c.block_rank();""", GROUPS)
    self.assertEqual(declaration(text, "barrier_arrive"), "{:barrier} {:arrive} ()")
    self.assertEqual(declaration(text, "barrier_wait_2"), '{:barrier} {:scope "cluster"} {:wait} ()')
    self.assertIn("const {:cluster_size_x} cluster_size_x : bv32;", text)

  def test_what_is_out_of_reach_is_refused(self):
    with self.assertRaisesRegex(LoweringError, "shared memory of another block"):
      lower_body("__shared__ int s[4]; *cg::this_cluster().map_shared_rank(s, 1) = 2;", GROUPS)


if __name__ == "__main__":
  unittest.main()
