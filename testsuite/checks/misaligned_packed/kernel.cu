//--blockDim=32 --gridDim=1 --check=misaligned
// fields of a packed structure demand nothing
// expect: verified

struct __attribute__((packed)) Record {
  char tag;
  int value;
};

__global__ void values(int *out, const Record *records) {
  out[threadIdx.x] = records[threadIdx.x].value;
}
