"""Reads inline PTX: the text of an `asm` statement as a list of instructions.

    text        ::= { statement }
    statement   ::= "{" | "}" | ".reg" type name { "," name } ";" | label ":" | instruction
    instruction ::= [ "@" [ "!" ] register ] opcode [ operand { "," operand } ] ";"
    operand     ::= value | "{" value { "," value } "}" | "[" value [ "+" number ] "]"
    value       ::= "$" number | register | special register | number

Of control flow, loops that test a barrier object until its phase is complete are understood, as one
instruction whose opcode begins with `wait_loop`. Other branches and directives are refused.
"""

import re

_TOKEN = re.compile(r"\s*(?:(//[^\n]*|/\*.*?\*/)"
                    r"|(0[fFdD][0-9a-fA-F]+|-?\d+\.\d*(?!\w)|-?0[xX][0-9a-fA-F]+U?|-?\d+U?)"
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
  words = _words(text.replace("$$", "$").replace("${:uid}", "_uid"))
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
    while part[1:2] == [":"]:
      instructions.append(PtxInstruction("label", None, [("value", part[0])]))
      part = part[2:]
    if not part or part[0] == ".reg" or part[0] == ".pragma":
      pass
    elif part[0].startswith(".") or ":" in part:
      raise PtxError(" ".join(part))
    else:
      instructions.append(_instruction(part))
    index = end
  return _with_wait_loops(instructions)


def _with_wait_loops(instructions):
  """Loops that test an object until it is complete, as one instruction each. Branches and labels
  that are left are errors."""
  result, index = [], 0
  while index < len(instructions):
    length = _wait_loop(instructions[index:index + 5])
    if length:
      test = instructions[index + 1]
      result.append(PtxInstruction("wait_loop." + test.text, None, test.operands))
    elif instructions[index].opcode[0] in ("bra", "brx", "call"):
      raise PtxError(instructions[index].text)
    elif instructions[index].opcode[0] != "label":
      result.append(instructions[index])
    index += length or 1
  return result


def _wait_loop(part):
  """The number of instructions of a loop at the beginning: `again: test p; @!p bra again;`, or with
  `@p bra done; bra again; done:` in place of the branch. 0 if there is none."""
  kinds = [x.opcode[0] for x in part]
  if kinds[:3] != ["label", "mbarrier", "bra"] or part[1].guard is not None \
      or part[1].opcode[1] not in ("try_wait", "test_wait"):
    return 0
  label, flag, first = part[0].operands, part[1].operands[0][1], part[2]
  if first.guard == (flag, True) and first.operands == label:
    return 3
  if kinds[3:] == ["bra", "label"] and first.guard == (flag, False) and part[3].guard is None \
      and part[3].operands == label and first.operands == part[4].operands:
    return 5
  return 0


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
  while index < len(words) and words[index].startswith("."):  # as in `lop3 .b32`
    opcode += words[index]
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
