//--blockDim=128 --gridDim=2
// expect: race at line 24
// expect-repair: add 1 block before line 24; cost 11 -> 21
// A whole program: what its host's side needs is not there, and it does not matter. The kernel's
// template is instantiated by a launch in the middle of it; a barrier is missing in its loop.
#include <chrono>
#include <fstream>
#include <no_such_library/plot.hpp>
#include "../no_such_folder/timer.h"

const int block = 128;

std::map<std::string, plot::Colour> colours = {{"red", {255, 0, 0}}, {"}", {0, 0, 0}}};

template <class T> __global__ void suffixSums(T *out, const T *in)
{
    __shared__ T part[block];
    unsigned t = threadIdx.x, i = blockIdx.x * block + t;
    part[t] = in[i];
    __syncthreads();
    for (unsigned step = 1; step < block; step *= 2) {
        T sum = part[t];
        if (t + step < block) sum += part[t + step];
        part[t] = sum;
        __syncthreads();
    }
    out[i] = part[t];
}

int main(int argc, char **argv)
{
    auto start = std::chrono::steady_clock::now();
    std::ifstream file(argv[1]);
    plot::Window window(colours["red"], [&](plot::Event event) {
        if (event.key == '{') { file.close(); }
    });
    float *in, *out;
    cudaMalloc(&in, 2 * block * sizeof(float));
    cudaMalloc(&out, 2 * block * sizeof(float));
    if (file.good()) {
        suffixSums<float><<<2, block>>>(out, in);
    } else {
        window.complain("no data");
    }
    for (auto &line : window.lines()) std::cout << line.text << "\n";
    Timer::show(start);
    return 0;
}
