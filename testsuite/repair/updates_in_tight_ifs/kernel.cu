//--blockDim=64 --gridDim=2
// nothing stands between the conditions and the updates that are taken apart
// expect: confirmed race

template <unsigned size>
__device__ void last_warp(int *s, unsigned t) {
    if(size >= 4)s[t]+=s[t + 2];
    if(size >= 2)s[t]+=s[t + 1];
}

template <unsigned size>
__global__ void sum_of_four(const int *in, int *out) {
    __shared__ int s[64 + 32];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * 64 + t];
    __syncthreads();
    if(t<32)last_warp<size>(s, t);
    if(t == 0)out[blockIdx.x] = s[0];
}

template __global__ void sum_of_four<4>(const int *, int *);
