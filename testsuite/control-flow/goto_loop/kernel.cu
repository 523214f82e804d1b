//--blockDim=64 --gridDim=1
// a loop made of goto, two barriers
// expect: verified
// expect-repair: unchanged; cost 20 -> 20

__global__ void rotate(int *v, int n) {
  int t = threadIdx.x, k = 0, x;
again:
  if (k == n)
    goto done;
  x = v[(t + 1) & 63];
  __syncthreads();
  v[t] = x;
  __syncthreads();
  ++k;
  goto again;
done:
  return;
}
