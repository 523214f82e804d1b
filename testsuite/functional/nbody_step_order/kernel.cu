//--blockDim=64 --gridDim=2
// moves by the velocities of the next step
// expect: confirmed postcondition at line 7
// stages: verify

__global__ void move(int *position, int *velocity, int force) {
  __ensures(__forall(i, 0, 128, position[i] == __old_int(position[i]) + __old_int(velocity[i])));
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  velocity[i] += force;
  position[i] = position[i] + velocity[i];
}
