//--blockDim=1 --gridDim=1
// one thread follows a pointer that the host has left in a structure
// expect: verified

struct Element { char *name; int value; };
__global__ void rename(Element *element) {
  element->name[0] = 'd';
  element->value++;
}
