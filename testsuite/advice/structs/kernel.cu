//--blockDim=64 --gridDim=2
// expect: verified
// expect-advice: coalescing 16 of 4 at line 9
// Fields of structs lie apart: a warp touches the 16 sectors of 32 structs for 128 bytes.
struct Body { float x, y, z, mass; };

__global__ void move(Body *bodies, float dx) {
  int t = blockIdx.x * 64 + threadIdx.x;
  bodies[t].x += dx * bodies[t].mass;
}
