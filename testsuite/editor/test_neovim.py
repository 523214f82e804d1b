"""Neovim as a client of the language server: diagnostics, and the patch as a code action."""

import shutil
import subprocess
import unittest

from project import BUILT, Project

_CLIENT = """
local id = vim.lsp.start_client({name = "barricade", cmd = {"%s", "lsp", "--stdio"},
                                 root_dir = "%s"})
vim.lsp.buf_attach_client(0, id)
vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 50)
for _, one in ipairs(vim.diagnostic.get(0)) do
  io.stdout:write(string.format("%%d %%s\\n", one.lnum, one.message))
end
local answers = vim.lsp.buf_request_sync(0, "textDocument/codeAction",
    {textDocument = {uri = vim.uri_from_bufnr(0)}, context = {diagnostics = {}},
     range = {start = {line = 4, character = 0}, ["end"] = {line = 4, character = 0}}}, 60000)
for _, answer in pairs(answers) do
  vim.lsp.util.apply_workspace_edit(answer.result[1].edit, "utf-16")
end
io.stdout:write(table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\\n") .. "\\n")
vim.cmd("qall!")
"""


class Neovim(Project):
  def test_diagnostics_and_the_patch(self):
    if shutil.which("nvim") is None:
      self.skipTest("Neovim is not installed (apt install neovim)")
    script = self.folder / "client.lua"
    script.write_text(_CLIENT % (BUILT, self.folder))
    done = subprocess.run(["nvim", "--headless", "--clean", self.kernel, "-c", f"luafile {script}"],
                          capture_output=True, text=True, timeout=180, check=False,
                          env=self.environment)
    self.assertRegex(done.stdout, r"4 read-write race on v\[\d+\]: read by thread", done.stderr)
    self.assertIn("  __syncthreads();\n  v[t] = next;", done.stdout)


if __name__ == "__main__":
  unittest.main()
