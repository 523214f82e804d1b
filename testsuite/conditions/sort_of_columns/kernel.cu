//--blockDim=* --gridDim=*
// sufficient: (blockDim.x & (blockDim.x - 1)) == 0
// stages: verify
// A bitonic sort of pairs: keys and their places are in one array, one behind the other. A partner that no thread is
// lies among the other's elements.
__global__ void sort_of_columns(const float *in, int *place)
{
    extern __shared__ float keys[];
    int *places = (int *)(keys + blockDim.x);
    int t = threadIdx.x;
    keys[t] = in[blockIdx.x * blockDim.x + t];
    places[t] = t;
    for (int size = 2; size <= blockDim.x; size <<= 1) {
        for (int stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            int partner = t ^ stride;
            if (partner > t && (keys[t] > keys[partner]) == ((t & size) == 0)) {
                float key = keys[t];
                keys[t] = keys[partner];
                keys[partner] = key;
                int own = places[t];
                places[t] = places[partner];
                places[partner] = own;
            }
        }
    }
    __syncthreads();
    place[blockIdx.x * blockDim.x + t] = places[t];
}
