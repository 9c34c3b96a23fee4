#!/usr/bin/env python3
"""Measures an import of 100,000 rows of CSV: time and the largest memory of the process, beside the time that Python's csv takes to read them.

usage: import.py DIRECTORY [ROWS]   DIRECTORY has the installed programs, such as .build-bench/installed/bin

The import runs without an agent: all memory is that of the one process. The vault's key is derived by PBKDF2, which takes none; Argon2id takes
hundreds of MiB of its own for half a second, before anything is imported.
"""
import csv
import os
import subprocess
import sys
import tempfile
import time

programs, rows = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
password = b"seven silly walruses\n"


def run(home, *words):
    """Seconds, and the largest resident size in MiB."""
    environment = {"PATH": os.environ["PATH"], "HOME": home, "CHATELAINE_HOME": home + "/keychain", "LANG": "C.UTF-8"}
    start = time.monotonic()
    process = subprocess.Popen([programs + "/chatelaine", "vault", *words, "--password-stdin"], stdin=subprocess.PIPE,
                               stdout=subprocess.DEVNULL, env=environment)
    process.stdin.write(password)
    process.stdin.close()
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"chatelaine vault {' '.join(words)} failed: {status}")
    return time.monotonic() - start, usage.ru_maxrss / 1024


with tempfile.TemporaryDirectory() as home:
    file = home + "/export.csv"
    with open(file, "w", newline="") as output:
        writer = csv.writer(output)
        writer.writerow(["name", "url", "username", "password", "note"])
        for number in range(rows):
            writer.writerow([f"Site {number}", f"https://site{number}.example/login", f"user{number}@mail.example",
                             f"Tr0ub4dor-{number * 7919}", "" if number % 5 else "a note\nof two lines"])
    start = time.monotonic()
    with open(file, newline="") as source:
        assert sum(1 for _ in csv.reader(source)) == rows + 1
    floor = time.monotonic() - start
    run(home, "create", "--kdf", "pbkdf2-sha256")
    _, base = run(home, "list")
    seconds, memory = run(home, "import", file)
    again, memory_again = run(home, "import", file)
    print(f"{'':24}{'seconds':>10}{'MiB':>8}")
    print(f"{'unlocking alone':24}{'':>10}{base:8.0f}")
    print(f"{'import of ' + str(rows):24}{seconds:10.1f}{memory:8.0f}   {seconds / floor:.0f} times csv.reader ({floor:.2f} s)")
    print(f"{'the same file again':24}{again:10.1f}{memory_again:8.0f}")
