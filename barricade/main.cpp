#include <cstdio>
int main() {
  std::puts("barricade");
}
