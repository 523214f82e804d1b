"""Reads inline PTX: the text of an `asm` statement as a list of instructions.

    text        ::= { statement }
    statement   ::= "{" | "}" | ".reg" type name { "," name } ";" | instruction
    instruction ::= [ "@" [ "!" ] register ] opcode [ operand { "," operand } ] ";"
    operand     ::= value | "{" value { "," value } "}" | "[" value [ "+" number ] "]"
    value       ::= "$" number | register | special register | number

Labels, branches and other directives are refused.
"""

import re

_TOKEN = re.compile(r"\s*(?:(//[^\n]*|/\*.*?\*/)"
                    r"|(0[fFdD][0-9a-fA-F]+|-?0[xX][0-9a-fA-F]+U?|-?\d+U?)"
                    r"|([%$]?[A-Za-z_$][\w$]*(?:(?:\.|::)\w+)*|\.\w+|\$\d+)|([{}\[\],;@!|:+-]))",
                    re.DOTALL)


class PtxError(Exception):
  """What is not understood."""


class PtxInstruction:
  """`opcode`: its parts between dots; `guard`: (register, whether negated) or None; `operands`:
  ("value", text), ("vector", [text]) or ("memory", text, offset)."""

  def __init__(self, opcode, guard, operands):
    self.opcode, self.guard, self.operands = opcode.split("."), guard, operands
    self.text = opcode


def parse_ptx(text):
  """The instructions of a text; PtxError where it is not understood."""
  # LLVM's template: `$$` is a dollar, `$(..$|..$)` alternatives, `${0:..}` modifiers.
  words = _words(text.replace("$$", "$"))
  instructions, index = [], 0
  while index < len(words):
    if words[index] in "{};":
      index += 1
      continue
    end = index
    depth = 0
    while end < len(words) and not (words[end] == ";" and depth == 0):
      depth += {"{": 1, "}": -1}.get(words[end], 0)
      if depth < 0:
        break
      end += 1
    part = words[index:end]
    if part[0] == ".reg" or part[0] == ".pragma":
      pass
    elif part[0].startswith(".") or ":" in part:
      raise PtxError(" ".join(part))
    else:
      instructions.append(_instruction(part))
    index = end
  return instructions


def _words(text):
  words, index = [], 0
  text = text.rstrip()
  while index < len(text):
    match = _TOKEN.match(text, index)
    if match is None:
      raise PtxError(text[index:index + 20].strip())
    if match.group(1) is None:
      words.append(match.group().strip())
    index = match.end()
  return words


def _instruction(words):
  guard, index = None, 0
  if words[0] == "@":
    negated = words[1] == "!"
    guard = words[1 + negated], negated
    index = 2 + negated
  if index >= len(words):
    raise PtxError(" ".join(words))
  opcode, operands = words[index], []
  index += 1
  while index < len(words):
    operand, index = _operand(words, index)
    operands.append(operand)
    if index < len(words):
      if words[index] not in ",|":
        raise PtxError(" ".join(words))
      index += 1
  return PtxInstruction(opcode, guard, operands)


def _operand(words, index):
  word = words[index]
  if word == "{":
    end = words.index("}", index)
    return ("vector", [w for w in words[index + 1:end] if w != ","]), end + 1
  if word == "[":
    end = words.index("]", index)
    inner = words[index + 1:end]
    if len(inner) == 1:
      return ("memory", inner[0], 0), end + 1
    if len(inner) == 3 and inner[1] == "+" or len(inner) == 2 and inner[1].startswith("-"):
      return ("memory", inner[0], int(inner[-1], 0)), end + 1
    return ("address", inner), end + 1
  if word in ("!", "-"):
    return ("value", word + words[index + 1]), index + 2
  return ("value", word), index + 1
