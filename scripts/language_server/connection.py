"""The base protocol: messages of JSON-RPC, each after a head that states its length."""

import json
import os


class Connection:
  """Reads what is there without waiting, so that one thread can serve all."""

  def __init__(self, reading, writing):
    self.reading, self.writing = reading, writing  # file descriptors
    self.closed = False
    self._buffer = b""

  def receive(self):
    """The messages that are complete; to be called when the descriptor can be read."""
    data = os.read(self.reading, 1 << 16)
    self.closed = not data
    self._buffer += data
    messages = []
    while True:
      head, separator, rest = self._buffer.partition(b"\r\n\r\n")
      if not separator:
        return messages
      length = next(int(line.split(b":")[1]) for line in head.split(b"\r\n")
                    if line.lower().startswith(b"content-length:"))
      if len(rest) < length:
        return messages
      messages.append(json.loads(rest[:length]))
      self._buffer = rest[length:]

  def send(self, message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    data = b"Content-Length: %d\r\n\r\n" % len(body) + body
    while data:
      data = data[os.write(self.writing, data):]
