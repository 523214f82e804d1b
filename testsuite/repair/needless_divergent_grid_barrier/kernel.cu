// expect: divergence at line 20
//--blockDim=5 --gridDim=3 --repair-kinds=barriers
// expect-repair: repaired; remove grid at line 20; remove block at line 21; cost 14 -> 0
// Which elements are written last only the loop run step by step tells: it was said that no barriers help.
#include <cooperative_groups.h>
#include <cuda.h>
namespace cg = cooperative_groups;
__global__ void place_digits(int n, int *out)
{
    __shared__ int s[8];
    int t = threadIdx.x;
    if (t < 2 && n == 7) {
        int place = 1;
        int rest = t;
        for (int i = 0; i < 1; ++i) {
            place = place * 3 + (rest & 1);
            rest = rest >> 1;
        }
        s[t] = t;
        cg::this_grid().sync();
        __syncthreads();
        s[place & 7] = 0;
    }
}
