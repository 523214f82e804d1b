//--blockDim=64 --gridDim=1
// Needless barriers out of macros: one that is a barrier and no more goes, the other one stays.
// expect: verified
// expect-repair: improved; remove block at line 11; remove block at line 12; cost 2 -> 0
// expect-patch: verified

#define MEET() do { __syncthreads(); } while (0)
#define STORE_AND_MEET(value) do { v[threadIdx.x] = (value); __syncthreads(); } while (0)

__global__ void own(int *v) {
  MEET();
  STORE_AND_MEET(1);
  v[threadIdx.x] += 1;
}
