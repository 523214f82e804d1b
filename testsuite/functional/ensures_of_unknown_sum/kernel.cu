//--blockDim=64 --gridDim=1
// a sum by CUB is not computed: a run in which it is another number refutes nothing
// expect: undecided
// stages: verify
#include <cub/cub.cuh>
__global__ void k(const float *in, float *out) {
  __ensures(__forall(i, 0, 1, out[i] == 0.0f));
  typedef cub::BlockReduce<float, 64> R;
  __shared__ typename R::TempStorage t;
  float s = R(t).Sum(0.0f);
  if (threadIdx.x == 0) out[0] = s;
}
