//--local_size=64 --num_groups=4
// a scope that nobody knows before the launch
// expect: rejected

__kernel void count(__global atomic_int *total, int wide) {
  memory_scope scope = wide ? memory_scope_device : memory_scope_work_group;
  atomic_fetch_add_explicit(total, 1, memory_order_relaxed, scope);
}
