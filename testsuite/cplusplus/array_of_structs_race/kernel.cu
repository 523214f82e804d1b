//--blockDim=64 --gridDim=4
// the same field is read from the neighbour
// expect: race at line 13, 14
// expect-repair: repaired; add grid; cost 0 -> 13

struct Particle {
  float position;
  float velocity;
};

__global__ void move(Particle *p) {
  int i = blockIdx.x * 64 + threadIdx.x;
  float pull = p[i + 1].position;
  p[i].position += pull;
}
