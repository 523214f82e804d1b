"""The language server, `barricade lsp`: findings as diagnostics while a kernel is edited."""
