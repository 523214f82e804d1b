"""What holds of the parameters of a function of the host where it is called:

    static void run(int n) { k<<<n / 64, 64>>>(a, n); }
    int main() { ...  if (n % 64) return 1;  run(n); }            // n % 64 == 0

It is asked of functions of which all calls are known (host_calls.py), for parameters that keep their
values up to the launch. What does not hold at all calls is left out.
"""


class HostCallers:
  """`facts`: the HostFacts, which give the conditions around a place."""

  def __init__(self, facts):
    self.host, self.reaching = facts, facts.values.reaching

  def facts(self, launch, depth):
    """[(Term, place)] of the parameters, by name, of the function around a launch."""
    brace = self.reaching.function(launch)
    calls = self.reaching.calls.of_function(brace) if brace is not None else []
    found = [self._of_call(call, brace, launch, depth) for call in calls]
    return [(term, place) for term, place in (found[0] if found else ())
            if all(any(term == other for other, _ in facts) for facts in found[1:])]

  def _of_call(self, call, brace, launch, depth):
    names, arguments, place = call
    known = {}  # variables of the caller, as what they are in the function
    for name, words in zip(names, arguments):
      if not self._keeps(name, brace, launch):
        continue
      given, own = _uncast(self.host.value(words, place)), self.host.value([name], launch)
      if given is not None and own is not None and given.operator == own.operator == "parameter" \
          and isinstance(given.arguments[0], str) and given.kind == own.kind:
        known.setdefault(given.arguments[0], own)
    return [(term.replaced(known), at) for term, at in self.host.conditions(place, depth + 1)
            if term.operator != "given" and set(term.parameters()) <= set(known)]

  def _keeps(self, name, brace, launch):
    """Whether it is a parameter that has the same value at the launch as at first."""
    seen = self.host.values.scopes.declared(name, brace + 1)
    return seen is not None and not seen.is_dim3 \
        and self.host.changes.unchanged([name], brace + 1, launch, [(brace, launch),
                                                                   *self.host.loops(launch, brace)])


def _uncast(term):
  """Without conversions that keep the value's bits, or None."""
  while term is not None and term.operator == "cast" and term.kind.bits >= term.arguments[0].kind.bits:
    term = term.arguments[0]
  return term
