//--blockDim=64 --gridDim=1
// one arm writes, the other reads: no place lies between, so that the branch becomes two
// expect: race at line 9, 11
// expect-repair: split-branch block before line 11; cost 0 -> 1

__global__ void arms(int *v, int *out) {
  int t = threadIdx.x;
  if (t < 32)
    v[t] = t;
  else
    out[t] = v[63 - t];
}
