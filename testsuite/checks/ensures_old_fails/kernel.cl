//--local_size=32 --num_groups=1
// the element changes, the postcondition says that it does not
// expect: postcondition

void raise(__local int *level) {
  __ensures(level[get_local_id(0)] == __old_int(level[get_local_id(0)]) );
  level[get_local_id(0)] += 4;
}

__kernel void twice() {
  __local int level[32];
  level[get_local_id(0)] = get_local_id(0);
  raise(level);
  raise(level);
}
