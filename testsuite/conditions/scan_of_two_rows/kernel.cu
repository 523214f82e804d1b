//--blockDim=*
// sufficient: n >= blockDim.x
// stages: verify
// A scan that reads one row and writes the other in turns: rows that are shorter than the block overlap.
__global__ void scan_of_two_rows(float *out, const float *in, int n)
{
    extern __shared__ float rows[];
    int t = threadIdx.x, to = 0, from = 1;
    rows[t] = t > 0 ? in[t - 1] : 0;
    __syncthreads();
    for (int distance = 1; distance < n; distance <<= 1) {
        to = 1 - to;
        from = 1 - to;
        if (t >= distance)
            rows[to * n + t] = rows[from * n + t] + rows[from * n + t - distance];
        else
            rows[to * n + t] = rows[from * n + t];
        __syncthreads();
    }
    out[t] = rows[to * n + t];
}
