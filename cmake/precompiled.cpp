// Owns the precompiled header that all libraries and tests share (Targets.cmake).
