//--blockDim=[32,8] --gridDim=[3,12]
// expect: verified
// stages: verify
// The user's invariant at - base == plane * z with plane = (nx+6)*(ny+6): two products of
// parameters that preconditions fix, in the query about assertions; nothing is wrong with races.
__global__ void march(float *next, const float *now, int nx, int ny, int nz) {
  __requires(nx == 96); __requires(ny == 96); __requires(nz == 64);
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int row = nx + 6, plane = row * (ny + 6);
  int at = (y + 3) * row + x + 3;
  for (int z = 0;
       __invariant(at - ((y + 3) * row + x + 3) == plane * z),
       __invariant(z >= 0),
       z < nz; z++) {
    at += plane;
    next[at] = now[at - plane] + now[at - 1];
  }
}
