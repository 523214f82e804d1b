//--blockDim=32 --gridDim=1 --check=default,bounds
// likewise of an array in one of several structs
// expect: confirmed bounds at line 11

struct Bucket {
  int used, slot[6];
};

__global__ void fill(const unsigned *place) {
  __shared__ Bucket buckets[32];
  buckets[threadIdx.x].slot[place[threadIdx.x]] = 1;
}
