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

  def test_computed_named_barriers_are_those_that_they_may_be(self):
    def ids(number):
      return [re.search(r"\((.*), 32bv32", call)[1]
              for call in calls(lower_body(f"int i = p[0]; __barrier_sync_count({number}, 32);"))]
    self.assertEqual(ids("1 + (i & 1)"), ["1bv32", "2bv32"])
    self.assertEqual(ids("i > 5 ? 3 : 7"), ["3bv32", "7bv32"])
    self.assertEqual(ids("4 + (unsigned)i % 3"), ["4bv32", "5bv32", "6bv32"])
    self.assertEqual(ids("2 + i % 2"), ["1bv32", "2bv32", "3bv32"])
    self.assertEqual(ids("1 + threadIdx.x / 32"), ["1bv32", "2bv32"])  # of 64 threads
    self.assertEqual(ids("(int)threadIdx.x >> 5"), ["0bv32", "1bv32"])
    self.assertEqual(len(ids("i")), 17)
    steps = "i = (i + (i ^ 1)) & 3; " * 40  # what is used twice is looked at once
    text = lower_body(f"int i = p[0] & 1; {steps} __barrier_sync_count(i, 32);")
    self.assertEqual(len(calls(text)), 4)

  def test_a_counter_that_goes_up_below_a_bound_is_not_negative(self):
    def barriers(loop):
      return len(calls(lower_body(f"{loop} __barrier_sync_count(2 + i % 2, 32);")))
    self.assertEqual(barriers("for (int i = 0; i < p[0]; ++i)"), 2)
    self.assertEqual(barriers("for (int i = 7; i < p[0]; ++i) if (p[i])"), 2)
    self.assertEqual(barriers("for (int i = -1; i < p[0]; ++i)"), 3)
    self.assertEqual(barriers("for (int i = 0; i != p[0]; ++i)"), 3)
    self.assertEqual(barriers("for (int i = 0; i < p[0]; i += 2)"), 3)
    self.assertEqual(barriers("for (int i = 0; i < p[0]; ++i) for (; p[i]; ++i)"), 3)


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
                     ["$bugle_reduce_max_sync", "$bugle_reduce_xor_sync", "$bugle_shfl_up_sync"])

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

  def test_cluster_dims(self):
    kernel = """constexpr int two = 2;
      __global__ void %s k() { cg::this_cluster().sync(); }
      __global__ void __attribute__((annotate("other", 3))) other(int *p) { *p = 1; }"""
    def sizes(attribute):
      text = lower_text(GROUPS + kernel % attribute, kernel="k")
      return re.findall(r"cluster_size_([xyz]) == (\d+)bv32", text)
    self.assertEqual(sizes("__cluster_dims__(two * 2, 2)"), [("x", "4"), ("y", "2"), ("z", "1")])
    self.assertEqual(sizes(""), [])

  SHARED = ("__shared__ int s[4], own[4]; auto cluster = cg::this_cluster(); own[0] = p[0]; "
            "int *other = cluster.map_shared_rank(&s[1], 1); ")

  def test_shared_memory_of_a_cluster_has_a_piece_for_each_block(self):
    text = lower_body(self.SHARED + "*other = 2; s[3] = own[1]; cluster.sync();", GROUPS)
    self.assertRegex(text, r'{:source_name "s"} {:global}')
    self.assertRegex(text, r'{:source_name "own"} {:group_shared}')
    self.assertRegex(text, r"1s\[.*group_id_x.*65536bv32.*3bv32\)\] := ")

  def test_a_block_lives_as_long_as_others_access_it(self):
    for last in ("if (p[1]) cluster.sync();", "s[2] = 1;", "__syncthreads();"):
      with self.assertRaisesRegex(LoweringError, "a block may end while its shared memory"):
        lower_body(self.SHARED + "*other = 2; " + last, GROUPS)
    lower_body(self.SHARED + "atomicAdd(other, 2); if (p[1]) cg::this_grid().sync(); "
               "else cluster.sync(); s[2] = 1;", GROUPS)
    lower_body(self.SHARED + "int v = *other; cluster.sync(); p[0] = v;", GROUPS)

  def test_ranks_from_contents_are_of_the_cluster(self):
    def is_taken(rank):
      return "within_array" in lower_body(
        "__shared__ int s[4]; auto cluster = cg::this_cluster(); "
        f"*cluster.map_shared_rank(s, {rank}) = 1; cluster.sync();", GROUPS)
    self.assertTrue(is_taken("p[threadIdx.x] / 4"))
    self.assertTrue(is_taken("p[1] < 9 ? p[threadIdx.x] & 7 : 0"))
    self.assertFalse(is_taken("cluster.block_rank() + 1"))


OBJECT = ("#include <cuda/barrier>\n#include <cuda/pipeline>\n#include <cuda/atomic>\n"
          "#include <cooperative_groups/memcpy_async.h>\n#include <cuda_pipeline.h>\n")


class RepeatedTestsTest(unittest.TestCase):
  HEAD = """#include <cuda/barrier>
    __device__ bool done(unsigned at, int parity) { int ok;
      asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;"
                   "selp.b32 %0, 1, 0, p; }" : "=r"(ok) : "r"(at), "r"(parity)); return ok; } """
  BAR = ("__shared__ cuda::barrier<cuda::thread_scope_block> bar; "
         "unsigned at = __cvta_generic_to_shared(&bar); ")

  def names(self, body):
    text = lower_body(self.BAR + body, self.HEAD)
    return re.findall(r'{:mbarrier "(\w+)"}', text)

  def test_a_test_that_is_repeated_is_a_wait(self):
    for loop in ("while (!bar.try_wait_parity(p[1] & 1)) ;", "while (!done(at, 1)) ;",
                 "int ok = 0; while (!ok) ok = done(at, 0);", "do __nanosleep(8); while (!done(at, 0));",
                 "while (true) { if (done(at, 1)) break; __nanosleep(100); }"):
      if "p[1]" in loop:
        loop = "int odd = p[1] & 1; " + loop.replace("p[1] & 1", "odd")
      self.assertEqual(self.names(loop), ["wait"], loop)

  def test_a_loop_that_does_something_else_is_kept(self):
    for loop in ("while (!done(at, 1)) p[0] = 1;", "int n = 0; while (!done(at, 1)) ++n; p[0] = n;",
                 "if (done(at, 1)) p[0] = 1;", "int q = 0; while (!done(at, q)) q ^= 1;",
                 "for (int i = 0; i < 9 && !done(at, 0); ++i) ;", "while (done(at, 1)) ;"):
      self.assertEqual(self.names(loop), ["test"], loop)


class CarriedTurnsTest(unittest.TestCase):
  BAR = "__shared__ cuda::barrier<cuda::thread_scope_block> bar[3]; "
  WAIT = "bar[k % 3].wait_parity(k / 3 & 1);"

  def divides(self, body, head="#include <cuda/barrier>\n"):
    text = lower_body(self.BAR + body, head)
    return any(op in text[text.index("$entry"):] for op in ("REM(", "DIV("))

  def test_turns_of_a_loop_are_carried_along(self):
    for loop in ("for (int k = 0; k < p[0]; ++k) { %s }", "for (unsigned k = 0; k < p[0]; ++k) { %s }",
                 "for (size_t k = 0; k < p[0]; ++k) if (p[1]) { %s }",
                 "for (int i = 0; i < p[1]; ++i) { for (int k = 0; k < p[0]; k++) { %s } p[i] = 0; }"):
      self.assertFalse(self.divides(loop % self.WAIT), loop)

  def test_what_may_wrap_around_or_goes_otherwise_is_left(self):
    for loop in ("for (int k = 0; k != p[0]; ++k) { %s }", "for (int k = 1; k < p[0]; ++k) { %s }",
                 "for (int k = 0; k < p[0]; k += 2) { %s }", "int k = 0; while (true) { %s ++k; }",
                 "for (int k = 0; k < p[0] || p[1]; ++k) { %s }"):
      self.assertTrue(self.divides(loop % self.WAIT), loop)
    self.assertTrue(self.divides("for (int k = 0; k < p[0]; ++k) { bar[0].wait_parity(k / 5 > 1); }"))


class LibraryTest(unittest.TestCase):
  def names(self, body, **settings):
    """The primitives that a body with a barrier object and shared memory calls."""
    text = lower_body("__shared__ cuda::barrier<cuda::thread_scope_block> bar; __shared__ int s[64]; "
                      "auto block = cooperative_groups::this_thread_block(); " + body, OBJECT,
                      **settings)
    self.text = text
    return [line.split("(")[0].removeprefix("$bugle_") for line in calls(text)]

  def test_barriers(self):
    self.assertEqual(self.names("init(&bar, 64); bar.arrive_and_wait(); bar.arrive_and_drop();"),
                     ["barrier_object_init", "barrier_object_arrive", "barrier_object_wait",
                      "barrier_object_drop"])
    self.assertEqual(declaration(self.text, "barrier_object_wait"), '{:mbarrier "wait"} '
                     "($B:[bv32]bv64, $offset:bv32, $token:bv64)")
    self.names("while (!bar.try_wait_parity(p[0])) { }")
    self.assertTrue(declaration(self.text, "barrier_object_test").startswith(
      '{:mbarrier "test"} {:parity} '))
    with self.assertRaisesRegex(LoweringError, "of one thread"):
      self.names("cuda::barrier<cuda::thread_scope_block> own; init(&own, 1);")

  def test_a_phase_waits_for_the_bytes_of_a_copy(self):
    self.assertEqual(self.names("cuda::memcpy_async(s, p, cuda::aligned_size_t<16>(64), bar);"),
                     ["barrier_object_expect", "memcpy_async"])
    self.assertIn("{:async_copy} {:bulk}", declaration(self.text, "memcpy_async"))

  def test_some_thread_of_a_group_copies(self):
    self.assertEqual(self.names("cooperative_groups::memcpy_async(block, s, p, sizeof(int) * p[0]); "
                                "cooperative_groups::wait(block);"),
                     ["memcpy_async", "commit_of_asynchronous_copies",
                      "wait_for_asynchronous_copies", "barrier(1bv1, 1bv1);".split("(")[0]])
    self.assertIn("const __leader_1 : bv32;", self.text)
    self.assertIn("(0bv32, $$arg.p, 0bv32, v", self.text)

  def test_sizes_that_do_not_divide_are_copied_by_bytes(self):
    self.names("__pipeline_memcpy_async(s, p, 16, p[1]);")
    self.assertIn("[bv32]bv8", self.text)

  def test_a_pipeline_of_a_thread_counts_groups(self):
    self.assertEqual(self.names("""auto pipe = cuda::make_pipeline(); pipe.producer_acquire();
      cuda::memcpy_async(s + threadIdx.x, p, sizeof(int), pipe); pipe.producer_commit();
      pipe.consumer_wait(); pipe.consumer_release();"""),
                     ["memcpy_async", "commit_of_asynchronous_copies",
                      "wait_for_asynchronous_copies"])

  def test_a_pipeline_of_a_block_has_objects_for_each_stage(self):
    names = self.names("""__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
      auto pipe = cuda::make_pipeline(block, &state); pipe.producer_acquire();
      pipe.producer_commit(); pipe.consumer_wait(); pipe.consumer_release();""")
    self.assertEqual(names, ["barrier_object_init"] * 4 + ["barrier", "barrier_object_wait",
                             "barrier_object_arrive"] * 1 + ["barrier_object_wait",
                             "barrier_object_arrive"])

  def test_atomics_with_order_and_scope(self):
    self.names("""cuda::atomic_ref<int, cuda::thread_scope_block> a(p[0]);
      a.fetch_add(1, cuda::memory_order_release); p[1] = a.load(cuda::memory_order_acquire);
      cuda::atomic_ref<float> f2(f[0]); f2.store(1.0f);
      cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);""")
    found = re.findall(r'"__atomic(\w+)"\}(.*?)(?: \{:arg| \{:parts)', self.text)
    self.assertEqual(found, [("Add_int", ' {:scope "block"} {:order "release"}'),
                             ("Load_int", ' {:scope "block"} {:order "acquire"}'),
                             ("Store_float", ' {:scope "system"} {:order "seq_cst"}')])
    self.assertEqual(declaration(self.text, "atomic_thread_fence"),
                     '{:fence} {:scope "device"} {:order "acq_rel"} ()')
    with self.assertRaisesRegex(LoweringError, "order .* not constant"):
      self.names("cuda::atomic_ref<int>(p[0]).load((cuda::memory_order)p[1]);")

  def test_matrices_are_accesses_of_the_warp(self):
    text = lower_body("""using namespace nvcuda;
      wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
      wmma::fragment<wmma::matrix_b, 32, 8, 16, half, wmma::col_major> b;
      wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
      wmma::load_matrix_sync(a, h, 64); wmma::load_matrix_sync(b, h, 16);
      wmma::mma_sync(c, a, a, c); wmma::store_matrix_sync(f, c, 32, wmma::mem_row_major);""",
                      "#include <mma.h>", "half *h, float *f")
    self.assertEqual([line.split(", ", 2)[2] for line in calls(text) if "matrix" in line],
                     ["0bv32, 16bv32, 16bv32, 64bv32);", "0bv32, 8bv32, 16bv32, 16bv32);",
                      "0bv32, 16bv32, 16bv32, 32bv32);"])

  def test_alignment_after_shared(self):
    lower_body("__shared__ alignas(16) int s[4]; s[0] = 1; struct alignas(8) S { int x; };")
    lower_body("struct S { int x; }; __shared__ alignas(16) S s; s.x = 1; __shared__ alignas(double) int t[4]; "
               "t[0] = 1; extern __shared__ alignas(2 * 64) char u[]; u[0] = 1;")


class CubTest(unittest.TestCase):
  def test_a_collective_of_a_block_meets_and_uses_its_storage(self):
    text = lower_body("""typedef cub::BlockScan<int, 64> Scan; __shared__ Scan::TempStorage s;
      int x = p[0]; Scan(s).ExclusiveSum(x, x); p[threadIdx.x] = x;""", "#include <cub/cub.cuh>")
    lines = statements(text)
    at = lines.index(next(line for line in lines if "$bugle_syncthreads_or(1bv1" in line))
    self.assertTrue(any(line.startswith("$$_ZZ1kPiPfE1s.") for line in lines[:at]), lines)
    self.assertTrue(any(" := $$_ZZ1kPiPfE1s." in line for line in lines[at:]), lines)

  def test_a_collective_of_a_warp_exchanges(self):
    text = lower_body("""typedef cub::WarpReduce<float, 16> Reduce; __shared__ Reduce::TempStorage s;
      f[0] = Reduce(s).Sum(f[1]);""", "#include <cub/cub.cuh>")
    self.assertEqual(calls(text), ["$bugle_tile_of_threads(16bv32);"])

  def test_loads_and_stores_are_accesses(self):
    text = lower_body("""typedef cub::BlockLoad<int, 64, 2> Load; __shared__ Load::TempStorage s;
      int v[2]; Load(s).Load(p, v); p[threadIdx.x] = v[1];""", "#include <cub/cub.cuh>")
    self.assertTrue(any(" := $$arg.p[" in line for line in statements(text)))

  def test_a_histogram_by_atomic_updates(self):
    text = lower_body("""typedef cub::BlockHistogram<unsigned char, 64, 2, 256, cub::BLOCK_HISTO_ATOMIC> H;
      __shared__ H::TempStorage s; __shared__ unsigned counts[256];
      unsigned char v[2] = {(unsigned char)p[0], (unsigned char)p[1]}; H(s).Histogram(v, counts);
      p[threadIdx.x] = counts[threadIdx.x];""", "#include <cub/block/block_histogram.cuh>")
    self.assertIn("_ATOMIC_OP32", text)
    self.assertIn("$bugle_barrier", text)

  def test_collectives_without_storage_of_the_caller(self):
    text = lower_body("p[threadIdx.x] = cub::BlockReduce<int, 64>().Sum(p[0]);",
                      "#include <cub/cub.cuh>")
    self.assertIn("{:group_shared}", text)


class OpenClGroupTest(unittest.TestCase):
  def lower(self, body):
    return lower_text("#pragma OPENCL EXTENSION cl_khr_subgroups : enable\n"
                      f"__kernel void k(__global int *p) {{ {body} }}", ".cl")

  def test_sub_groups_are_warps(self):
    text = self.lower("""p[0] = sub_group_reduce_max(p[1]) + sub_group_broadcast(p[2], 3);
      sub_group_barrier(CLK_LOCAL_MEM_FENCE); p[get_sub_group_local_id()] = 1;""")
    self.assertEqual([line.split("(")[0] for line in calls(text)],
                     ["$bugle_sub_group_reduce_max", "$bugle_sub_group_broadcast",
                      "$bugle_sub_group_barrier"])
    self.assertIn("$bugle_sub_group_barrier(1bv1, 0bv1, 4294967295bv32);", calls(text))
    self.assertIn("sub_group_size == 32bv32", text)
    self.assertNotIn("exited_threads", text)

  def test_work_groups_meet_without_fence(self):
    text = self.lower("p[0] = work_group_reduce_add(p[1]) + work_group_all(p[2]);")
    self.assertIn("$bugle_work_group_reduce_add(0bv1, 0bv1, false);", calls(text))
    self.assertIn('{:reduce "and"}', declaration(text, "work_group_all"))

  def test_what_is_not_known_is_refused(self):
    with self.assertRaisesRegex(LoweringError, "sub_group_non_uniform_any is not supported"):
      self.lower("int sub_group_non_uniform_any(int); p[0] = sub_group_non_uniform_any(p[1]);")


class ExitedThreadsTest(unittest.TestCase):
  def excuses(self, body):
    return '{:exited_threads "excused"}' in lower_body(body)

  def test_a_return_before_the_end_excuses_threads_that_have_ended(self):
    self.assertTrue(self.excuses("if (p[0]) return; __syncthreads(); p[1] = 1;"))
    self.assertTrue(self.excuses('if (p[0]) asm("exit;"); __syncthreads(); p[1] = 1;'))
    self.assertTrue(self.excuses("if (p[0]) return; if (p[1]) { p[2] = 1; return; } "
                                 "__syncthreads();"))

  def test_a_macro_of_the_file_may_write_it(self):
    leave = "#define LEAVE(c, \\\n x) if (c) return\n#define RUN(c) if (c) p[0] = 1\n"
    self.assertIn("exited_threads", lower_body("LEAVE(p[0], 1); __syncthreads();", head=leave))
    self.assertNotIn("exited_threads", lower_body(
        "RUN(p[1]); if (p[0]) { __syncthreads(); RUN(p[2]); }", head=leave))

  def test_a_branch_that_runs_to_the_end_does_not(self):
    self.assertFalse(self.excuses("if (p[0]) { __syncthreads(); p[1] = 1; }"))
    self.assertFalse(self.excuses("if (p[0]) __syncthreads(); return;"))

  def test_a_return_of_a_function_that_is_called_does_not(self):
    self.assertNotIn("exited_threads", lower_body(
        "p[0] = g(p[1]); if (p[0]) __syncthreads();",
        head="__device__ int g(int x) { if (x) return 1; return 2; }"))


if __name__ == "__main__":
  unittest.main()
