//--blockDim=32 --gridDim=1
// how much a copy by a tensor map writes is known to the host only
// expect: rejected

__global__ void stage(const void *map, int *out) {
  __shared__ int s[64];
  __shared__ unsigned long long bar;
  asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes "
               "[%0], [%1, {%2}], [%3];" :: "r"((unsigned)__cvta_generic_to_shared(s)), "l"(map),
               "r"(0), "r"((unsigned)__cvta_generic_to_shared(&bar)) : "memory");
  out[0] = s[0];
}
