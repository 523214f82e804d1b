//--blockDim=64 --gridDim=2
// positions move by velocities; forces are summed up in a loop and left out of the promise
// expect: verified

__global__ void move(float *position, float *velocity, const float *mass, float dt) {
  __ensures(__forall(i, 0, 128, position[i] == __old_float(position[i]) + __old_float(velocity[i]) * dt));
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  position[i] = position[i] + velocity[i] * dt;
  float force = 0;
  for (int k = 0; k < 128; ++k)
    force += mass[k];
  velocity[i] += force * dt;
}
