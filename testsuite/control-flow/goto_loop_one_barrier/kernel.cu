//--blockDim=64 --gridDim=1
// a loop made of goto, one barrier missing: it goes before the jump back
// expect: race at line 11, 13
// expect-repair: repaired; add block; cost 10 -> 20

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
