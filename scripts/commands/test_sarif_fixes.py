"""Fixes in a SARIF log: what the 2.1.0 schema requires, and that applying them gives the patch."""

import json
import os
import tempfile
import unittest

from commands.sarif_fixes import with_fixes

# Of the definitions of the schema that a fix is made of: the required and the other properties.
# None of them allows further ones.
SCHEMA = {
    "fix": ({"artifactChanges": ["artifactChange"]}, {"description": "message"}),
    "artifactChange": ({"artifactLocation": "artifactLocation", "replacements": ["replacement"]},
                       {}),
    "artifactLocation": ({}, {"uri": str}),
    "replacement": ({"deletedRegion": "region"}, {"insertedContent": "artifactContent"}),
    "region": ({}, {"startLine": int, "startColumn": int, "endLine": int, "endColumn": int}),
    "artifactContent": ({}, {"text": str}),
    "message": ({"text": str}, {}),
}
OLD = "__global__ void k(int *v) {\n  int x = v[1];\n  v[0] = x;\n  __syncthreads();\n}\n"
NEW = "__global__ void k(int *v) {\n  int x = v[1];\n  __syncthreads();\n  v[0] = x;\n}\n"
EDITS = [{"text": "add a block barrier before k.cu:3"}, {"text": "remove the block barrier"}]


def log(*uris):
  location = [{"physicalLocation": {"artifactLocation": {"uri": uri}}} for uri in uris]
  return json.dumps({"version": "2.1.0", "runs": [
      {"tool": {"driver": {"name": "Barricade"}},
       "results": [{"message": {"text": "race"}, "locations": location},
                   {"message": {"text": "another race"}}]}]}).encode()


def apply(text, replacements):
  lines = text.splitlines(keepends=True)
  starts = [sum(map(len, lines[:n])) for n in range(len(lines) + 1)]
  for replacement in reversed(replacements):
    region = replacement["deletedRegion"]
    begin = starts[region["startLine"] - 1] + region["startColumn"] - 1
    end = starts[region["endLine"] - 1] + region["endColumn"] - 1
    text = text[:begin] + replacement["insertedContent"]["text"] + text[end:]
  return text


class Fixes(unittest.TestCase):
  def check(self, value, kind):
    if isinstance(kind, list):
      self.assertGreater(len(value), 0)
      for item in value:
        self.check(item, kind[0])
    elif isinstance(kind, type):
      self.assertIs(type(value), kind)
    else:
      required, others = SCHEMA[kind]
      self.assertLessEqual(set(required), set(value), kind)
      self.assertLessEqual(set(value), set(required) | set(others), kind)
      for name, inner in value.items():
        self.check(inner, {**required, **others}[name])

  def fixes(self, old, new, path="/elsewhere/a b.cu", uris=()):
    document = json.loads(with_fixes(log(*uris), {path: (old.encode(), new.encode())}, EDITS))
    return [result.get("fixes") for result in document["runs"][0]["results"]]

  def test_every_result_carries_the_patch_as_the_schema_has_it(self):
    first, second = self.fixes(OLD, NEW)
    self.assertEqual(first, second)
    self.check(first, ["fix"])
    self.assertEqual(first[0]["description"]["text"], "Add a block barrier before k.cu:3; remove "
                     "the block barrier.")
    change = first[0]["artifactChanges"][0]
    self.assertEqual(change["artifactLocation"]["uri"], "file:///elsewhere/a%20b.cu")
    self.assertEqual(change["replacements"][0], {
        "deletedRegion": {"startLine": 3, "startColumn": 1, "endLine": 3, "endColumn": 1},
        "insertedContent": {"text": "  __syncthreads();\n"}})

  def test_applied_it_gives_the_patched_text(self):
    for old, new in ((OLD, NEW), (NEW, OLD), (OLD[:-1], NEW[:-1]), (OLD[:-2] + "/*\u00e9*/}", NEW),
                     (OLD.replace("\n", "\r\n"), NEW.replace("\n", "\r\n"))):
      changes = self.fixes(old, new)[0][0]["artifactChanges"]
      self.assertEqual(apply(old, changes[0]["replacements"]), new)

  def test_a_file_has_the_name_that_the_log_gives_it(self):
    with tempfile.TemporaryDirectory() as folder:
      path = os.path.realpath(os.path.join(folder, "k.cu"))
      uri = "file://" + os.path.join(folder, "sub", "..", "k.cu")
      changes = self.fixes(OLD, NEW, path, [uri])[0][0]["artifactChanges"]
      self.assertEqual(changes[0]["artifactLocation"]["uri"], uri)

  def test_without_a_patch_there_is_no_fix(self):
    self.assertEqual(self.fixes(OLD, OLD), [None, None])


if __name__ == "__main__":
  unittest.main()
