"""Debuggers and filters of system calls that were there before the program."""
import ctypes
import fcntl
import os
import socket
import struct
import threading

from means import GOT, NOTHING, READING, SECRET, Victim, area, call, libc, memory_has_secret
from running import PTRACE_DETACH, PTRACE_SEIZE
from starting import enter_namespace

PTRACE_TRACEME, PTRACE_CONT, PTRACE_SYSCALL_INFO, PTRACE_O_TRACEEXEC, PTRACE_O_TRACESECCOMP = 0, 7, 0x420E, 0x10, 0x80
USER_NOTIF, TRACE, ALLOW = 0x7FC00000, 0x7FF00000, 0x7FFF0000
WRITE = {"x86_64": 1, "aarch64": 64}[os.uname().machine]


def traced(go_on, prepare=None, before=None):
    """A debugger from before the start, which goes on with the program, or lets it go."""
    def attack(program):
        with Victim(program, prepare=prepare, before=before, steps=0) as victim:
            os.waitpid(victim.pid, 0x40000000)
            libc.ptrace(go_on, victim.pid, None, None)
            victim.is_ready = victim.line() == b"ready"
            victim.answer = victim.ask() if victim.is_ready else b""
            return victim.result(memory_has_secret)
    return attack


def seize(pid):
    if libc.ptrace(PTRACE_SEIZE, pid, None, PTRACE_O_TRACEEXEC | PTRACE_O_TRACESECCOMP) != 0:
        raise OSError(ctypes.get_errno(), "ptrace")


def install_filter(action):
    """The supervisor's descriptor for USER_NOTIF, or 0. All calls are allowed but write(2)."""
    instructions = struct.pack("HBBI" * 4, 0x20, 0, 0, 0, 0x15, 0, 1, WRITE, 0x06, 0, 0, action, 0x06, 0, 0, ALLOW)
    code = ctypes.create_string_buffer(instructions)
    program = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", 4, ctypes.addressof(code)))
    result = call("seccomp", 1, 8 if action == USER_NOTIF else 0, program)
    if result < 0:
        raise OSError(-result, "seccomp")
    return result


def written(pid, address, length):
    """What a process is about to write."""
    memory = os.open(f"/proc/{pid}/mem", os.O_RDONLY)
    try:
        return area(memory, address, address + length)
    finally:
        os.close(memory)


def supervise(listener, found):
    """Reads what each write(2) is given, and lets it go on."""
    while True:
        request = bytearray(80)
        try:
            fcntl.ioctl(listener, 0xC0502100, request)
            number, pid = struct.unpack_from("QI", request)
            found.append(written(pid, *struct.unpack_from("QQ", request, 40)))
            fcntl.ioctl(listener, 0xC0182101, struct.pack("QqiI", number, 0, 0, 1))
        except OSError:
            return


def supervised(allow):
    """A filter whose supervisor is the attacker. A user may install one with no_new_privs, or in a user namespace."""
    def attack(program):
        ours, theirs = socket.socketpair()
        found = []

        def prepare():
            allow()
            socket.send_fds(theirs, [b"x"], [install_filter(USER_NOTIF)])

        with Victim(program, prepare=prepare, steps=0) as victim:
            if not victim.started:
                raise OSError("the filter was not installed")
            listener = socket.recv_fds(ours, 1, 1)[1][0]
            threading.Thread(target=supervise, args=(listener, found), daemon=True).start()
            victim.is_ready = victim.line() == b"ready"
            victim.answer = victim.ask()
            return victim.result(lambda _: any(SECRET in text for text in found))
    return attack


def filtered(program):
    """A filter that stops write(2) for a debugger, which was there before the start."""
    def prepare():
        libc.prctl(38, 1, 0, 0, 0)
        install_filter(TRACE)

    with Victim(program, words=READING[1:], prepare=prepare, before=seize, steps=0) as victim:
        information = ctypes.create_string_buffer(88)
        while True:
            _, status = os.waitpid(victim.pid, 0x40000000)
            if not os.WIFSTOPPED(status):
                return NOTHING
            if libc.ptrace(PTRACE_SYSCALL_INFO, victim.pid, 88, information) > 0 and information[0] == b"\x03":
                if SECRET in written(victim.pid, *struct.unpack_from("QQ", information.raw, 40)):
                    return GOT
            libc.ptrace(PTRACE_CONT, victim.pid, None, None)


ATTACKS = {
    "traced before the start": traced(PTRACE_CONT, prepare=lambda: libc.ptrace(PTRACE_TRACEME, 0, None, None)),
    "traced before the start, then let go": traced(PTRACE_DETACH, prepare=lambda: libc.ptrace(PTRACE_TRACEME, 0, None, None)),
    "PTRACE_O_TRACEEXEC": traced(PTRACE_CONT, before=seize), "PTRACE_O_TRACEEXEC, then let go": traced(PTRACE_DETACH, before=seize),
    "seccomp: USER_NOTIF with no_new_privs": supervised(lambda: libc.prctl(38, 1, 0, 0, 0)),
    "seccomp: USER_NOTIF in a user namespace": supervised(enter_namespace), "seccomp: RET_TRACE": filtered,
}
