//--blockDim=64 --gridDim=1
// the value of the switch is read from memory that a case writes: it is kept
// expect: race at line 16, 17
// expect-repair: repaired; split-branch block before line 17; remove block at line 12

enum Role { LOADER, STORER, IDLE };

__global__ void roles(const int *in, int *out, Role *role) {
  __shared__ int tile[64];
  unsigned t = threadIdx.x;
  tile[t] = 0;
  __syncthreads();
  switch (role[t]) {
    case LOADER: { // from far
      int x = in[t];
      tile[t] = x;
      out[t] = tile[(t + 32) % 64] + x;
      role[t] = IDLE;
      break;
    }
    case STORER:
      out[t] = t;
      break;
    case IDLE:
      break;
  }
}
