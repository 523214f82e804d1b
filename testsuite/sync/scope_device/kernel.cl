//--local_size=64 --num_groups=4
// device scope, said and by default, and that of all devices
// expect: verified

__kernel void count(__global atomic_int *total, __local atomic_int *own) {
  atomic_fetch_add_explicit(total, 1, memory_order_relaxed, memory_scope_device);
  atomic_fetch_add(total, 1);
  atomic_fetch_max_explicit(total, 1, memory_order_seq_cst, memory_scope_all_svm_devices);
  atomic_fetch_or_explicit(own, 1, memory_order_relaxed, memory_scope_work_group);
}
