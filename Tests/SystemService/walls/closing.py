"""Standard descriptors that are closed when the program starts: what it opens then gets their numbers.

As root, python3 closing.py PROGRAM USER WORD… plays the service, in a mount namespace where that has no socket: it prints what of the
program's own has one of the three numbers when it has connected, and fails if there is something.
"""
import itertools
import os
import pwd
import select
import socket
import struct
import sys

from means import GOT, KEPT, NOTHING, READING, Victim, pidfd

COMBINATIONS = [numbers for count in (1, 2, 3) for numbers in itertools.combinations(range(3), count)]
SOCKET = "/run/chatelaine/agent.socket"
# What the C library, and our programs, open in the place of a descriptor that is closed.
NOTHING_IN_IT = ("/dev/null", "/dev/full")


def close_all(numbers):
    for number in numbers:
        os.close(number)


def closed(program):
    """The loader is told to open a file of the attacker's; where it gets number 1, what the program writes is in it."""
    results = set()
    for numbers in COMBINATIONS:
        with Victim(program, words=READING[1:], prepare=lambda: close_all(numbers), steps=0,
                    environment={"LD_DEBUG": "libs", "LD_DEBUG_OUTPUT": "opened"}) as victim:
            status, (count, secret) = victim.wait(), victim.spilled()
            print(f"closed {numbers}: status {status}, {count} files, {'with' if secret else 'without'} the secret")
            results.add(GOT if secret else KEPT if status == 0 else NOTHING)
    if KEPT in results and NOTHING in results:
        return f"{KEPT}, {NOTHING}"
    return GOT if GOT in results else results.pop()


def start(program, words, user, numbers):
    account = pwd.getpwnam(user)
    pid = os.fork()
    if pid > 0:
        return pid
    try:
        os.setgroups([])
        os.setgid(account.pw_gid)
        os.setuid(account.pw_uid)
        os.chdir(account.pw_dir)
        null = os.open("/dev/null", os.O_RDWR)
        for number in range(3):
            os.dup2(null, number)
        os.closerange(3, 1024)
        close_all(numbers)
        os.execve(program, [program, *words], {"PATH": "/usr/bin:/bin", "HOME": account.pw_dir})
    finally:
        os._exit(127)


def own_numbers(listener, program, words, user, numbers):
    """What of the program's own has one of the numbers, when it has connected."""
    pid = start(program, words, user, numbers)
    try:
        peer = None
        # A program that was ended may have left a second connection.
        while peer != pid:
            ready, _, _ = select.select([listener, pidfd(pid)], [], [], 30)
            if listener not in ready:
                raise OSError(f"{program} has not connected")
            connection = listener.accept()[0]
            peer = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]
        held = {number: os.readlink(f"/proc/{pid}/fd/{number}") for number in numbers if os.path.lexists(f"/proc/{pid}/fd/{number}")}
        return {number: path for number, path in held.items() if path not in NOTHING_IN_IT}
    finally:
        os.kill(pid, 9)
        os.waitpid(pid, 0)


def main(program, user, *words):
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(SOCKET)
    os.chmod(SOCKET, 0o666)
    listener.listen()
    found = {numbers: own_numbers(listener, program, words, user, numbers) for numbers in COMBINATIONS}
    for numbers, own in found.items():
        print(f"closed {numbers}: {own or 'nothing of its own'}")
    print(f"= closed standard descriptors: numbers\t{GOT if any(found.values()) else KEPT}")
    return any(found.values())


ATTACKS = {"closed standard descriptors": closed}

if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
