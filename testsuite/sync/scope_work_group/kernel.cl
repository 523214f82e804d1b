//--local_size=64 --num_groups=4
// OpenCL's work-group scope on a cell of all groups
// expect: race at line 6

__kernel void count(__global atomic_int *total) {
  atomic_fetch_add_explicit(total, 1, memory_order_relaxed, memory_scope_work_group);
}
