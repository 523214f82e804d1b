//--blockDim=64 --gridDim=4
// a tile class with operators and a destructor that does nothing
// expect: verified
// expect-repair: unchanged; cost 1 -> 1

template <int W> class Tile {
  float *data;

public:
  __device__ explicit Tile(float *storage) : data(storage) {}
  __device__ ~Tile() {}
  __device__ float &operator()(int x, int y) { return data[y * W + x]; }
  __device__ float operator()(int x, int y) const { return data[y * W + x]; }
};

__global__ void transposeTile(float *v) {
  __shared__ float storage[8 * 9];
  Tile<9> tile(storage);
  int x = threadIdx.x % 8, y = threadIdx.x / 8;
  tile(x, y) = v[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  v[blockIdx.x * 64 + threadIdx.x] = tile(y, x);
}
