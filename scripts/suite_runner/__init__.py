"""The regression runner: `scripts/suite`.

Each kernel runs in a process of its own (`single.py`), with limits; what it found is compared with
the expectation in the file's head (`expectation.py`, `compare.py`) or with an earlier run
(`baseline.py`), and reported as table, JSON, JUnit XML and HTML.
"""
