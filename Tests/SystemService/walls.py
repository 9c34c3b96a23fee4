"""Attacks of a user on a process of the same user: python3 walls.py ATTACK PID. Ends with 0 if the attack got through."""
import ctypes
import os
import select
import signal
import sys

libc = ctypes.CDLL(None, use_errno=True)
PTRACE_ATTACH, PTRACE_DETACH, PTRACE_SEIZE = 16, 17, 0x4206
PIDFD_OPEN, PIDFD_GETFD, VM_READV = 434, 438, 310


def call(number, *arguments):
    result = libc.syscall(*(value if isinstance(value, type(ctypes.byref(ctypes.c_int()))) else ctypes.c_long(value)
                            for value in (number, *arguments)))
    return result if result >= 0 else -ctypes.get_errno()


def reads(name):
    def attack(pid):
        with open(f"/proc/{pid}/{name}", "rb") as file:
            return len(file.read(64)) > 0
    return attack


def memory(pid):
    with open(f"/proc/{pid}/maps") as maps:
        start = next(int(line.split("-")[0], 16) for line in maps if "[stack]" in line)
    with open(f"/proc/{pid}/mem", "rb") as file:
        file.seek(start)
        return len(file.read(64)) == 64


def ptrace(request):
    def attack(pid):
        if libc.ptrace(request, pid, None, None) != 0:
            return False
        if request == PTRACE_ATTACH:
            os.waitpid(pid, 0x40000000)
            libc.ptrace(PTRACE_DETACH, pid, None, None)
        return True
    return attack


class Piece(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]


def vm_readv(pid):
    here = ctypes.create_string_buffer(8)
    mine, theirs = Piece(ctypes.addressof(here), 8), Piece(0x1000, 8)
    # No memory is at that address: EFAULT (14) says that reading is allowed.
    return call(VM_READV, pid, ctypes.byref(mine), 1, ctypes.byref(theirs), 1, 0) in (8, -14)


def pidfd_getfd(pid):
    descriptor = call(PIDFD_OPEN, pid, 0)
    return descriptor >= 0 and call(PIDFD_GETFD, descriptor, 0, 0) >= 0


def core(pid):
    descriptor = call(PIDFD_OPEN, pid, 0)
    directory = os.readlink(f"/proc/{pid}/cwd") if os.access(f"/proc/{pid}/cwd", os.R_OK) else os.getcwd()
    # Of the signals that leave a core the one that no runtime handles.
    os.kill(pid, signal.SIGXCPU)
    select.select([descriptor], [], [], 20)
    return any(name.startswith("core") for name in os.listdir(directory))


ATTACKS = {
    "environ": reads("environ"), "maps": reads("maps"), "mem": memory, "exe": lambda pid: bool(os.readlink(f"/proc/{pid}/exe")),
    "fd": lambda pid: bool(os.listdir(f"/proc/{pid}/fd")), "ptrace": ptrace(PTRACE_ATTACH), "seize": ptrace(PTRACE_SEIZE),
    "vm_readv": vm_readv, "pidfd_getfd": pidfd_getfd, "core": core,
}

if __name__ == "__main__":
    try:
        through = ATTACKS[sys.argv[1]](int(sys.argv[2]))
    except OSError as error:
        print(error)
        through = False
    print("through" if through else "kept out")
    sys.exit(0 if through else 1)
