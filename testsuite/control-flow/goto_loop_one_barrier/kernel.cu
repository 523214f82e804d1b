//--blockDim=64 --gridDim=1
// a loop made of goto, one barrier missing; the start of such a loop is no place in the source
// expect: race at line 12, 14
// expect-repair: repaired; add block; cost 10 -> 20
// expect-patch: withheld

__global__ void rotate(int *v, int n) {
  int t = threadIdx.x, k = 0, x;
again:
  if (k == n)
    goto done;
  x = v[(t + 1) & 63];
  __syncthreads();
  v[t] = x;
  ++k;
  goto again;
done:
  return;
}
