"""Attacks of a user on a program with a secret: python3 play.py PROGRAM ATTACK…

Starts the program for each attack, and prints a line with the attack and what it gave: “got”, “kept out”, or “nothing” if the
program itself gets no secret when it is started so. What could not run prints no such line, and the command fails.
"""
import sys
import traceback

import closing
import limits
import loading
import running
import starting
import tracing

ATTACKS = running.ATTACKS | starting.ATTACKS | tracing.ATTACKS | loading.ATTACKS | limits.ATTACKS | closing.ATTACKS

if __name__ == "__main__":
    failed = 0
    for name in sys.argv[2:]:
        try:
            result = ATTACKS[name](sys.argv[1])
            print(f"= {name}\t{result}", flush=True)
        except BaseException:
            failed = 1
            print(traceback.format_exc().replace("\n", "\n| "), flush=True)
    sys.exit(failed)
