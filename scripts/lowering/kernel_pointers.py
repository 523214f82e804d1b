"""Variables of host code that hold a kernel and are launched:

  void (*kernel)(float *, int) = &copy;  ..  kernel = tiled ? &tile<16> : &row;  ..  kernel<<<grid, block>>>(a, n);

Such a launch may be one of each kernel that the function assigns to the variable.
"""


def launched_pointers(words, kernels):
  """{place of a kernel's name: the variable that it is assigned to there}, of variables that are launched
  somewhere."""
  launched = {words[at - 1] for at in range(1, len(words) - 2) if words[at:at + 3] == ["<", "<", "<"]} - set(kernels)
  result = {}
  for at, word in enumerate(words) if launched else ():
    variable = _assigned(words, at) if word in kernels else None
    if variable in launched:
      result[at] = variable
  return result


def launches_by_pointer(calls, words, kernels, scopes):
  """[(place, LaunchCall)] of the launches among `calls`, {place: LaunchCall}, that are made by a variable: one for
  each kernel that the same function assigns to it."""
  pointers = launched_pointers(words, kernels)
  return [(index, call._replace(kernel=words[at], arguments=_template_arguments(words, at)))
          for index, call in calls.items() for at, variable in pointers.items()
          if variable == call.kernel and scopes.opened[at][:1] == scopes.opened[index][:1]]


def _assigned(words, at):
  """The variable whose value, or an arm of it, a name at a place is; or None."""
  depth = 0
  while at > 0 and words[at] not in (";", "{", "}", "="):
    depth += {")": 1, "(": -1}.get(words[at], 0)
    if depth < 0:
      return None  # an argument
    at -= 1
  if words[at] != "=" or depth:
    return None
  if words[at - 1] != ")":
    return words[at - 1]
  opening = _opening(words, at - 1)  # of the parameters, in `void (*kernel)(float *) = `
  return words[opening - 2] if words[opening - 1] == ")" else None


def _opening(words, at):
  depth = 0
  while at > 0:
    depth += {")": 1, "(": -1}.get(words[at], 0)
    if depth == 0:
      break
    at -= 1
  return at


def _template_arguments(words, at):
  """As written behind a name, without spaces, or None."""
  if words[at + 1] != "<":
    return None
  depth, end = 0, at + 1
  while end < len(words):
    depth += {"<": 1, ">": -1}.get(words[end], 0)
    if depth == 0:
      break
    end += 1
  return "".join(words[at + 2:end])
