"""How a file writes its blocks: indentation, where its braces stand, and `if (x)` or `if(x)`."""

import re

CONTROL = r"\b(?:if|for|while)\b[^\n;{}]*(?:;[^\n;{}]*;[^\n;{}]*)?\)"
OWN_LINE = re.compile(CONTROL + r"[ \t]*(?://[^\n]*)?\r?\n[ \t]*\{")
SAME_LINE = re.compile(CONTROL + r"[ \t]*\{")
GAP = re.compile(r"\b(?:if|for|while|switch)([ \t]*)\(")
FUNCTION = re.compile(r"^[^\n#/]*\)[ \t]*\r?\n\{", re.MULTILINE)


class Style:
  def __init__(self, source):
    self.unit = source.indent_unit()
    self.line_break = source.line_break()
    own, same = len(OWN_LINE.findall(source.text)), len(SAME_LINE.findall(source.text))
    self.braces_alone = own > same or own == same and bool(FUNCTION.search(source.text))
    gaps = GAP.findall(source.text)
    self.gap = "" if gaps.count("") > len(gaps) / 2 else " "
    self.else_alone = self.braces_alone or bool(re.search(r"\}[ \t]*\r?\n[ \t]*else\b", source.text))

  def head(self, keyword, condition):
    """The head of a control statement."""
    return f"{keyword}{self.gap}({condition})"

  def open(self, head, indent):
    """The head of a control statement with the brace of its block."""
    return head + (self.line_break + indent + "{" if self.braces_alone else " {")

  def other(self, indent):
    """The lines between the first arm of a branch and its other one."""
    if not self.else_alone:
      return [indent + "} else {"]
    return [indent + "}", indent + self.open("else", indent)]

  def outdented(self, text, indent):
    """A text whose lines that stand at least at an indentation stand one level less deep."""
    return "".join(line[len(self.unit):] if line.startswith(indent) else line
                   for line in text.splitlines(keepends=True))
