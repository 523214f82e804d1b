"""Replacements: applying them to the old text gives the new one."""

import unittest

from patching.replacements import replacements

OLD = "__global__ void k(int *v) {\n  int x = v[1];\n  v[0] = x;\n  __syncthreads();\n}\n"
NEW = "__global__ void k(int *v) {\n  int x = v[1];\n  __syncthreads();\n  v[0] = x;\n}\n"


def apply(text, changes):
  lines = text.splitlines(keepends=True)
  starts = [sum(map(len, lines[:n])) for n in range(len(lines) + 1)]
  for change in reversed(changes):
    begin = starts[change["start_line"] - 1] + change["start_column"] - 1
    end = starts[change["end_line"] - 1] + change["end_column"] - 1
    text = text[:begin] + change["text"] + text[end:]
  return text


class Replacements(unittest.TestCase):
  def test_whole_lines(self):
    self.assertEqual(replacements(OLD.encode(), NEW.encode())[0],
                     {"start_line": 3, "start_column": 1, "end_line": 3, "end_column": 1,
                      "text": "  __syncthreads();\n"})
    self.assertEqual(replacements(OLD.encode(), OLD.encode()), [])

  def test_applied_they_give_the_new_text(self):
    for old, new in ((OLD, NEW), (NEW, OLD), (OLD[:-1], NEW[:-1]), (OLD[:-2] + "/*\u00e9*/}", NEW),
                     (OLD.replace("\n", "\r\n"), NEW.replace("\n", "\r\n"))):
      self.assertEqual(apply(old, replacements(old.encode(), new.encode())), new)


if __name__ == "__main__":
  unittest.main()
