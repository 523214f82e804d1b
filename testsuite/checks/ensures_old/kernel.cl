//--local_size=32 --num_groups=1
// a postcondition that compares with the value at the call
// expect: verified

void raise(__local int *level) {
  __ensures(level[get_local_id(0)] == __old_int(level[get_local_id(0)]) + 4);
  level[get_local_id(0)] += 4;
}

__kernel void twice() {
  __local int level[32];
  level[get_local_id(0)] = get_local_id(0);
  raise(level);
  raise(level);
}
