"""A stack that is large enough for deep expressions."""

import sys
import threading

from stage_limits import interrupt

_STACK = 256 << 20


def on_large_stack(function):
  """Runs a function where deep expressions do not overflow the stack."""
  result, problem = [], []

  def run():
    try:
      result.append(function())
    except BaseException as caught:  # handed to the caller's thread below
      problem.append(caught)

  limit, size = sys.getrecursionlimit(), threading.stack_size(_STACK)
  sys.setrecursionlimit(100000)
  try:
    thread = threading.Thread(target=run)
    thread.start()
    try:
      thread.join()
    except BaseException:  # an interrupt; the work is in vain
      interrupt(thread.ident)
      thread.join()
      raise
  finally:
    threading.stack_size(size)
    sys.setrecursionlimit(limit)
  if problem:
    raise problem[0]
  return result[0]
