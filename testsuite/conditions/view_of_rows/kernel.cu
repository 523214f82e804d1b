//--blockDim=[*,*] --gridDim=[*,*]
// sufficient: v.stride >= v.width
// stages: verify
// A matrix that is given as a struct: the condition is one on its fields.
struct View {
  int width, height, stride;
  float *data;
};

__global__ void view_of_rows(View v) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < v.height && column < v.width)
    v.data[row * v.stride + column] = column;
}
