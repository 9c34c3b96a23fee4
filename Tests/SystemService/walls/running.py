"""Attacks on a program that runs and has read its secret, by another process of the same user."""
import ctypes
import os
import signal
import subprocess

from means import GOT, KEPT, NOTHING, SECRET, Victim, call, libc, look, memory_has_secret, pidfd, quietly, use_capabilities, writable_memory

PTRACE_PEEK, PTRACE_ATTACH, PTRACE_DETACH, PTRACE_SEIZE = 1, 16, 17, 0x4206
EFAULT = 14


def reads(name):
    def attack(pid):
        with open(f"/proc/{pid}/{name}", "rb") as file:
            return len(file.read(64)) > 0
    return attack


def writes(name, content):
    def attack(pid):
        with open(f"/proc/{pid}/{name}", "wb", buffering=0) as file:
            return file.write(content) > 0
    return attack


def lists(name):
    return lambda pid: bool(os.listdir(f"/proc/{pid}/{name}"))


def leads(name):
    return lambda pid: bool(os.readlink(f"/proc/{pid}/{name}"))


def environ(pid):
    with open(f"/proc/{pid}/environ", "rb") as file:
        return b"HOME=" in file.read()


def wchan(pid):
    # The kernel gives “0” to those who may not look; a process that is stopped waits in some function.
    os.kill(pid, signal.SIGSTOP)
    os.waitpid(pid, os.WUNTRACED)
    with open(f"/proc/{pid}/wchan") as file:
        return file.read() not in ("", "0")


def mem_writing(pid):
    os.close(os.open(f"/proc/{pid}/mem", os.O_RDWR))
    return True


def ptrace(request):
    def attack(pid):
        if libc.ptrace(request, pid, None, None) != 0:
            raise OSError(ctypes.get_errno(), "ptrace")
        if request == PTRACE_ATTACH:
            os.waitpid(pid, 0x40000000)
            libc.ptrace(PTRACE_DETACH, pid, None, None)
        return True
    return attack


class Piece(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]


def copies(name):
    """process_vm_readv and process_vm_writev. No memory is at that address: EFAULT says that it is allowed."""
    def attack(pid):
        here = ctypes.create_string_buffer(8)
        mine, theirs = Piece(ctypes.addressof(here), 8), Piece(0x1000, 8)
        return call(name, pid, ctypes.byref(mine), 1, ctypes.byref(theirs), 1, 0) == -EFAULT
    return attack


def vm_readv(pid):
    if not copies("vm_readv")(pid):
        return False
    with open(f"/proc/{pid}/maps") as file:
        areas = list(writable_memory(file))
    for start, end in areas:
        here = ctypes.create_string_buffer(end - start)
        mine, theirs = Piece(ctypes.addressof(here), end - start), Piece(start, end - start)
        if call("vm_readv", pid, ctypes.byref(mine), 1, ctypes.byref(theirs), 1, 0) > 0 and SECRET in here.raw:
            return True
    return False


def pidfd_getfd(pid):
    return call("pidfd_getfd", pidfd(pid), 0, 0) >= 0


def process_madvise(pid):
    piece = Piece(0x1000, 4096)
    return call("process_madvise", pidfd(pid), ctypes.byref(piece), 1, 20, 0) >= 0


def perf(pid):
    # A software clock that samples the stack of the process in user mode.
    attributes = ctypes.create_string_buffer(128)
    for offset, size, value in ((0, 4, 1), (4, 4, 128), (8, 8, 0), (16, 8, 100000), (24, 8, 1 << 13), (40, 8, 1 << 5 | 1 << 6)):
        attributes[offset:offset + size] = value.to_bytes(size, "little")
    attributes[88:92] = (8192).to_bytes(4, "little")
    result = call("perf_event_open", attributes, pid, -1, -1, 0)
    print("perf_event_open:", result)
    return result >= 0


def bpf(_):
    attributes = ctypes.create_string_buffer(128)
    attributes[0:12] = b"".join(value.to_bytes(4, "little") for value in (2, 4, 4))
    return call("bpf", 0, attributes, 128) >= 0


def kcmp(pid):
    result = call("kcmp", os.getpid(), pid, 1, 0, 0)
    return result >= 0


def from_namespace(program):
    """Root of a user namespace of its own, on a process outside of it."""
    with Victim(program) as victim:
        code = "import sys; sys.path.insert(0, sys.argv[1]); from running import *; sys.exit(not quietly(memory_has_secret, int(sys.argv[2])))"
        inside = subprocess.run(["unshare", "-Ur", "/usr/bin/python3", "-c", code, os.path.dirname(__file__), str(victim.pid)])
        return victim.result(lambda _: inside.returncode == 0)


def from_stranger(program):
    """By a process that has not started it. It gets through if each way in does."""
    with Victim(program) as victim:
        code = "import sys; sys.path.insert(0, sys.argv[1]); import running; sys.exit(running.ways_in(int(sys.argv[2])))"
        stranger = subprocess.run(["/usr/bin/python3", "-c", code, os.path.dirname(__file__), str(victim.pid)])
        if not victim.has_secret:
            return NOTHING
        return {len(WAYS_IN): GOT, 0: KEPT}.get(stranger.returncode, f"{stranger.returncode} of {len(WAYS_IN)} ways")


def from_marked(program):
    """By a marked program that does what its arguments say, on a process that it has not started, in every way."""
    with Victim(program) as victim:
        code = "import sys; sys.path.insert(0, sys.argv[1]); import running; sys.exit(not running.any_way_in(int(sys.argv[2])))"
        deputy = subprocess.run(["/srv/bin/deputy", "-c", code, os.path.dirname(__file__), str(victim.pid)])
        return victim.result(lambda _: deputy.returncode == 0)


def output(program):
    """What the program writes goes to the program that starts it."""
    with Victim(program) as victim:
        return GOT if victim.has_secret else NOTHING


LOOKS = {
    "environ": environ, "cmdline": reads("cmdline"), "status": reads("status"), "maps": reads("maps"), "smaps": reads("smaps"),
    "auxv": reads("auxv"), "io": reads("io"), "syscall": reads("syscall"), "stack": reads("stack"), "pagemap": reads("pagemap"),
    "wchan": wchan, "timers": lambda pid: open(f"/proc/{pid}/timers").close() or True, "exe": leads("exe"), "cwd": leads("cwd"), "root": leads("root"),
    "fd": lists("fd"), "fdinfo": lists("fdinfo"), "map_files": lists("map_files"), "namespaces": leads("ns/user"),
    "mem": memory_has_secret, "mem of a thread": lambda pid: memory_has_secret(pid, mem=f"task/{pid}/mem"), "mem for writing": mem_writing,
    "coredump_filter": writes("coredump_filter", b"0xff"), "clear_refs": writes("clear_refs", b"1"),
    "ptrace": ptrace(PTRACE_ATTACH), "seize": ptrace(PTRACE_SEIZE), "vm_readv": vm_readv, "vm_writev": copies("vm_writev"),
    "pidfd_getfd": pidfd_getfd, "process_madvise": process_madvise, "perf_event_open": perf, "bpf": bpf, "kcmp": kcmp,
}
# What takes the right to look into another process.
WAYS_IN = ("environ", "maps", "exe", "cwd", "fd", "mem", "mem for writing", "ptrace", "seize", "vm_readv", "vm_writev", "pidfd_getfd", "perf_event_open",
           "kcmp")


def ways_in(pid):
    """How many of them give something."""
    return sum([quietly(LOOKS[name], pid) for name in WAYS_IN])


def any_way_in(pid):
    use_capabilities()
    return ways_in(pid) > 0


ATTACKS = {name: (lambda program, attack=attack: look(program, attack)) for name, attack in LOOKS.items()}
ATTACKS |= {"standard output": output, "from a user namespace": from_namespace, "from a stranger": from_stranger, "from a marked program": from_marked}
