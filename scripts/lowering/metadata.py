"""Debug information: source locations and the types of parameters and variables.

Nodes stay text until they are asked for; most of a module's metadata never is.
"""

import functools
import os
import re

_HEADERS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "include") + os.sep
_FIELD = re.compile(r'(\w+): ("(?:[^"\\]|\\.)*"|!?[\w.$-]+(?:\([^)]*\))?(?: \| \w+)*)')
_REFERENCE = re.compile(r"null|!\d+|i(?:32|64|16|8) -?\d+|![A-Z]\w*\([^)]*\)")

LONGEST_CHAIN = 16


class Location:
  """A source position and the call sites it was inlined at, innermost first. Of more than
  `LONGEST_CHAIN` those in the middle are left out: of a recursion of templates a thousand deep
  nobody reads them."""

  __slots__ = ("directory", "file", "line", "col", "chain")

  def __init__(self, directory, file, line, col, chain=()):
    self.directory = directory
    self.file = file
    self.line = line
    self.col = col
    self.chain = chain

  @property
  def path(self):
    return os.path.join(self.directory, self.file)

  def inlined_at(self, site):
    """This location inside a function whose call at `site` has been inlined."""
    chain = self.chain + (site,) + site.chain
    if len(chain) > LONGEST_CHAIN:
      chain = chain[:LONGEST_CHAIN // 2] + chain[-LONGEST_CHAIN // 2:]
    return Location(self.directory, self.file, self.line, self.col, chain)

  def outside_headers(self):
    """This location as the user sees it: without the frames inside the headers that come with the
    lowering (include/), so that what `grid.sync()` does happens at the call."""
    frames = [f for f in (self,) + self.chain if not _is_bundled(f.directory, f.file)]
    if not frames or len(frames) == len(self.chain) + 1:
      return self
    first = frames[0]
    return Location(first.directory, first.file, first.line, first.col, tuple(frames[1:]))

  def attributes(self):
    """The location outside headers as attributes of the IR."""
    loc = self.outside_headers()
    text = (f' {{:line {loc.line}}} {{:col {loc.col}}} {{:fname "{loc.file}"}} '
            f'{{:dir "{loc.directory}"}}')
    for site in loc.chain:
      text += f' {{:inlined_at "{site.file}", {site.line}, {site.col}}}'
    return text

  def __repr__(self):
    return f"{self.file}:{self.line}:{self.col}"


@functools.lru_cache(maxsize=None)
def _is_bundled(directory, file):
  return os.path.abspath(os.path.join(directory, file)).startswith(_HEADERS)


class Metadata:
  def __init__(self, layout):
    self.raw = {}
    self.named = {}
    self.variables = {}
    self._nodes = {}
    self._locations = {}
    self._layout = layout

  def node(self, reference):
    """The fields of a node given as `!12`; a tuple node has the field `items`."""
    if not reference or reference[0] != "!":
      return {}
    result = self._nodes.get(reference)
    if result is None:
      text = self.raw.get(reference[1:], "")
      if text.startswith("distinct "):
        text = text[len("distinct "):]
      if text.startswith("!{"):
        result = {"kind": "tuple", "items": _REFERENCE.findall(text[2:])}
      else:
        kind, _, rest = text.partition("(")
        result = {key: value[1:-1] if value[0] == '"' else value
                  for key, value in _FIELD.findall(rest)}
        result["kind"] = kind[1:]
      self._nodes[reference] = result
    return result

  def location(self, reference):
    """The Location of a `!dbg` attachment, or None for the line 0 of generated code."""
    if reference not in self._locations:
      node = self.node(reference)
      result = None
      if node.get("kind") == "DILocation":
        directory, file = self.file_of(node.get("scope"))
        result = Location(directory, file, int(node.get("line", 0)), int(node.get("column", 0)))
        if "inlinedAt" in node:
          site = self.location(node["inlinedAt"])
          if site is not None:
            result = result.inlined_at(site)
        if result.line == 0:
          result = None
      self._locations[reference] = result
    return self._locations[reference]

  def file_of(self, scope):
    node = self.node(scope)
    while node and "file" not in node and "scope" in node:
      node = self.node(node["scope"])
    file = self.node(node.get("file"))
    return file.get("directory", ""), file.get("filename", "").removeprefix("./")

  def function_location(self, reference):
    node = self.node(reference)
    if node.get("kind") != "DISubprogram":
      return None
    directory, file = self.file_of(reference)
    return Location(directory, file, int(node.get("line", 0)), 1)

  def stripped(self, reference):
    """A type without typedefs and qualifiers."""
    node = self.node(reference)
    while node.get("kind") == "DIDerivedType" and node.get("tag") in (
        "DW_TAG_typedef", "DW_TAG_const_type", "DW_TAG_volatile_type", "DW_TAG_restrict_type",
        "DW_TAG_atomic_type", "DW_TAG_member", "DW_TAG_inheritance"):
      node = self.node(node.get("baseType"))
    return node

  def pointee(self, reference):
    """What a pointer or reference points to, or None if the type is no pointer."""
    node = self.stripped(reference)
    if node.get("tag") in ("DW_TAG_pointer_type", "DW_TAG_reference_type",
                           "DW_TAG_rvalue_reference_type"):
      return node.get("baseType", "")
    return None

  def parameter_types(self, subprogram):
    """Type references of a function's parameters, in order (without the result)."""
    signature = self.node(self.node(subprogram).get("type"))
    items = self.node(signature.get("types")).get("items", [])
    return items[1:]

  def size_bits(self, reference):
    return int(self.stripped(reference).get("size", 0))

  def type_name(self, reference):
    node = self.node(reference)
    return node.get("name") or self.stripped(reference).get("name", "")

  def is_function(self, reference):
    return reference is not None and \
        self.stripped(reference).get("kind") == "DISubroutineType"

  def field_at(self, type_, bits):
    """(dotted name, type) of the field at a bit offset."""
    names = []
    while type_:
      node = self.stripped(type_)
      tag = node.get("tag")
      if tag == "DW_TAG_array_type":
        type_ = node.get("baseType")
        size = self.size_bits(type_) or 1
        names.append(str(bits // size))
        bits %= size
        continue
      if tag not in ("DW_TAG_structure_type", "DW_TAG_class_type", "DW_TAG_union_type"):
        return ".".join(names), type_
      for item in self.node(node.get("elements")).get("items", []):
        field = self.node(item)
        start = int(field.get("offset", 0))
        if field.get("tag") in ("DW_TAG_member", "DW_TAG_inheritance") \
            and "DIFlagStaticMember" not in field.get("flags", "") \
            and start <= bits < start + max(int(field.get("size") or self.size_bits(item)), 1):
          if "DIFlagBitField" in field.get("flags", ""):
            return "", None
          if field.get("name"):
            names.append(field["name"])
          type_, bits = field.get("baseType"), bits - start
          break
      else:
        return "", None
    return "", None

  def holds_floats(self, reference, depth=0):
    """Whether a type is, or has parts that are, floating-point numbers."""
    node = self.stripped(reference)
    if node.get("tag") == "DW_TAG_array_type":
      return self.holds_floats(node.get("baseType"), depth + 1)
    if node.get("tag") in ("DW_TAG_structure_type", "DW_TAG_class_type", "DW_TAG_union_type"):
      return depth < 20 and any(self.holds_floats(item, depth + 1) for item
                                in self.node(node.get("elements")).get("items", []))
    return node.get("encoding") == "DW_ATE_float"

  def leaf_widths(self, reference, out, depth=0):
    """Adds the widths in bits of all scalars inside a type, and of the gaps between fields."""
    node = self.stripped(reference)
    kind, tag = node.get("kind"), node.get("tag")
    if tag == "DW_TAG_array_type":
      self.leaf_widths(node.get("baseType"), out, depth + 1)
    elif tag in ("DW_TAG_structure_type", "DW_TAG_class_type", "DW_TAG_union_type"):
      at = 0
      for item in self.node(node.get("elements")).get("items", []):
        field = self.node(item)
        if field.get("tag") not in ("DW_TAG_member", "DW_TAG_inheritance"):
          continue
        if "DIFlagStaticMember" in field.get("flags", ""):
          continue
        offset = int(field.get("offset", 0))
        if offset % 8:
          out.add(8)
        if offset > at:
          out.add(offset - at)
        if depth < 20:
          self.leaf_widths(field.get("baseType"), out, depth + 1)
        at = offset + self.size_bits(item)
      size = int(node.get("size", 8))
      if size > at:
        out.add(size - at)
    elif tag in ("DW_TAG_pointer_type", "DW_TAG_reference_type", "DW_TAG_ptr_to_member_type"):
      out.add(self._layout.pointer_bytes * 8)
    elif kind == "DICompositeType" and tag == "DW_TAG_enumeration_type":
      out.add(int(node.get("size", 32)))
    else:
      out.add(int(node.get("size", 8)) or 8)
