"""Barriers of warps and tiles, and fences: calls of procedures that the program declares where it
uses them."""

_SCOPES = {"__threadfence_block": "block", "__threadfence": "device",
           "__threadfence_system": "system"}


def _primitive(emitter, place, names, attributes, parameters="", arguments=""):
  """`names`: of the function in the source, of the procedure."""
  function, procedure = names
  emitter.program.primitives[procedure] = \
      f'procedure {{:source_name "{function}"}} {attributes} ${procedure}({parameters});'
  emitter.line(f"call{emitter.where(place)} ${procedure}({arguments});")


def has_warp_barrier(program):
  return not {"bugle_warp_barrier", "bugle_tile_barrier"}.isdisjoint(program.primitives)


def warp_barrier(emitter, place, mask):
  _primitive(emitter, place, ("__syncwarp", "bugle_warp_barrier"),
             '{:barrier} {:scope "warp"}', "$mask:bv32", emitter.text(mask))


def tile_barrier(emitter, place, size):
  _primitive(emitter, place, ("tile.sync", "bugle_tile_barrier"),
             '{:barrier} {:scope "tile"}', "$size:bv32", emitter.text(size))


def fence(emitter, place, name, scope):
  """`name` is that of the function in the source. The fence of a thread alone is none."""
  if scope == "thread":
    return
  _primitive(emitter, place, (name, f"bugle_{name.strip('_')}_{scope}"),
             f'{{:fence}} {{:scope "{scope}"}}')


def cuda_fence(name):
  return lambda emitter, i, arguments, codes: fence(emitter, i.loc, name, _SCOPES[name])
