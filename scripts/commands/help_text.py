"""The help of the commands; the program's own options are appended from its `--help`."""

_LAUNCH = """launch:
  --blockDim=SIZES, --local_size=SIZES    threads of a block: 128, [16,16]; * for any size
  --gridDim=SIZES, --num_groups=SIZES     blocks of the grid
  --global_size=SIZES                     threads of the grid, instead of the number of blocks

  The first comment lines of a kernel file may hold options, `//--blockDim=128 --gridDim=1`; the
  command line wins over them. Files with GPUVerify's head (`//pass`, then a line of options) are
  understood too. IR files need no sizes if they state them.

source:
  -D NAME[=VALUE], -I DIR, -std=STANDARD  as for a compiler
  --clang=PROGRAM, --clang-opt=OPTION     the clang to use; a further option for it
  --pointer-size=32|64                    width of pointers and size_t (default 32)
  --global_offset=SIZES                   OpenCL: the first global id (default 0)
  --kernel-arrays=KERNEL,SIZE,...         sizes of the arrays that a kernel takes
  --invariants-as-candidates              use invariants only where they can be proved
  --only-requires, --no-annotations       leave out all annotations but preconditions; all of them

"""

_COMMON = """  --json=FILE                             the result as JSON; `-` is standard output
  --program=FILE                          use this program instead of building one
  --no-build                              use the program as it was built
  -h, --help, --version

"""

VERIFY = """usage: scripts/verify [options] KERNEL.{cu,cl,gbpl,bpl}

Proves that a CUDA or OpenCL kernel is free of data races and barrier divergence and that its
assertions hold, or says what is wrong, for which threads and values.

""" + _LAUNCH + """output:
""" + _COMMON + """examples:
  scripts/verify reduce.cu --blockDim=256 --gridDim=16
  scripts/verify tile.cl --local_size=[16,16] --num_groups='*' --check-array-bounds
  scripts/verify kernel.gbpl --json=-

"""

REPAIR = """usage: scripts/repair [options] KERNEL.{cu,cl,gbpl,bpl}

Finds the cheapest set of barriers that makes a kernel free of data races and barrier divergence,
and shows it as a patch of the source. The patched source has been compiled and verified before it
is shown; otherwise the patch is withheld and the reason is said.

""" + _LAUNCH + """patch:
  --patch=FILE                            write the patch to FILE (`-`: standard output)
  --fix                                   change the source in place
  --backup                                with --fix: keep the old source as FILE.orig
output:
""" + _COMMON + """examples:
  scripts/repair reduce.cu --blockDim=256 --gridDim=16
  scripts/repair reduce.cu --fix --backup
  scripts/repair reduce.cu --objective=cost --patch=reduce.patch && git apply reduce.patch

"""
