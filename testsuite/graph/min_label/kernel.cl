//--local_size=64 --num_groups=4
// connected components: labels sink by atomic_min, but are read plainly
// expect: race at line 9, 10
// expect-repair: split-launch grid before line 10
// expect-patch: withheld

__kernel void label(__global const int2 *edges, __global int *label) {
  int2 e = edges[get_global_id(0)];
  int a = label[e.x];
  atomic_min(&label[e.y], a);
}
