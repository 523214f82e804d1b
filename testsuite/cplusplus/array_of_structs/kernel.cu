//--blockDim=64 --gridDim=4
// one field is read from the neighbour while its owner writes another field
// expect: verified
// expect-repair: unchanged; cost 0 -> 0

struct Particle {
  float position;
  float velocity;
};

__global__ void move(Particle *p) {
  int i = blockIdx.x * 64 + threadIdx.x;
  p[i].velocity += p[i + 1].position - p[i].position;
}
