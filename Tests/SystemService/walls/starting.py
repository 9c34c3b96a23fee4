"""Ways in which the attacker starts the program, to look into it afterwards."""
import ctypes
import fcntl
import os
import signal
import socket
import struct
import subprocess

from means import KEPT, SECRET, Victim, area, call, libc, look, memory_has_secret, pidfd, writable_memory
from running import PTRACE_ATTACH, ptrace

CLONE_FS, NEWUSER, NEWNS, MS_BIND = 0x200, 0x10000000, 0x20000, 4096
CLONE = {"x86_64": 56, "aarch64": 220}[os.uname().machine]
ACCOUNTS = "/srv/walls/passwd"
LOADER = next(path for path in ("/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1") if os.path.exists(path))


def through_link(make):
    """Executed by another name, in a directory of the user's on the same file system."""
    def attack(program):
        shared = "/srv/shared" if program.startswith("/srv") else os.environ["HOME"]
        name = f"{shared}/{os.path.basename(program)}.{make.__name__}"
        if not os.path.lexists(name):
            try:
                make(program, name)
            except PermissionError as error:
                print(error)
                return KEPT
        return look(program, memory_has_secret, execute=lambda _, arguments, environment: os.execve(name, arguments, environment))
    return attack


def copy(program, name):
    subprocess.run(["cp", program, name], check=True)


def prepared(function):
    return lambda program: look(program, memory_has_secret, prepare=function)


def executed(function):
    return lambda program: look(program, memory_has_secret, execute=function)


def by_descriptor(program, arguments, environment):
    os.execve(os.open(program, os.O_RDONLY), arguments, environment)


def by_proc(program, arguments, environment):
    os.execve(f"/proc/self/fd/{os.open(program, os.O_RDONLY)}", arguments, environment)


def by_loader(program, arguments, environment):
    os.execve(LOADER, [LOADER, program, *arguments[1:]], environment)


def without_arguments(program, _, environment):
    none = (ctypes.c_char_p * 1)(None)
    variables = (ctypes.c_char_p * (len(environment) + 1))(*[f"{key}={value}".encode() for key, value in environment.items()], None)
    libc.execve(program.encode(), none, variables)


def share_directory():
    """Another process shares the working directory and umask of the one that executes the program (CLONE_FS)."""
    if libc.syscall(CLONE, CLONE_FS | signal.SIGCHLD, 0, 0, 0, 0) == 0:
        libc.prctl(1, signal.SIGKILL)
        os.closerange(0, 1024)
        signal.pause()


def enter_namespace(kinds=NEWUSER | NEWNS):
    """A namespace of the user's. With a mount namespace, the list of accounts there gives the service's account the id that is shown
    for it: a client's own look at who answers it is satisfied."""
    user = os.getuid()
    if libc.unshare(kinds) != 0:
        raise OSError(ctypes.get_errno(), "unshare")
    for name, content in (("setgroups", "deny"), ("uid_map", f"0 {user} 1"), ("gid_map", f"0 {user} 1")):
        with open(f"/proc/self/{name}", "w") as file:
            file.write(content)
    if kinds & NEWNS:
        bind(ACCOUNTS, "/etc/passwd")


def bind(source, target):
    if libc.mount(source.encode(), target.encode(), None, MS_BIND, None) != 0:
        raise OSError(ctypes.get_errno(), "mount")


class Mounted:
    """A process in a user and mount namespace where one file is mounted over another. `path` leads there from outside."""

    def __init__(self, source, target):
        self.process = subprocess.Popen(["unshare", "-Urm", "sh", "-c", 'mount --bind "$1" "$2" && echo ready && exec cat', "sh", source, target],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        if self.process.stdout.readline() != b"ready\n":
            raise OSError("no mount in a namespace of the user's")
        self.path = f"/proc/{self.process.pid}/root{target}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.communicate()


def forged_path(program):
    """Another program of the user's gets the secret, if the kernel's path for it is the program's."""
    forger = f"{os.environ['HOME']}/forger"
    with Mounted(forger, program) as mounted:
        return look(program, lambda _: True, execute=lambda _, arguments, environment: by_descriptor(mounted.path, arguments, environment))


def foreign_mount(program):
    """The program itself, by a mount of a namespace of the user's."""
    with Mounted(program, program) as mounted:
        return look(program, memory_has_secret, execute=lambda _, arguments, environment: by_descriptor(mounted.path, arguments, environment))


def before_start(opened, attack):
    """What was opened while the process still ran the attacker's code, used when it has its secret."""
    def start(program):
        with Victim(program, before=opened) as victim:
            return victim.result(lambda pid: attack(pid, victim.before))
    return start


def opened(name):
    return lambda pid: os.open(f"/proc/{pid}/{name}", os.O_RDONLY)


def old_memory(pid, memory):
    with open(f"/proc/{pid}/maps") as file:
        areas = list(writable_memory(file))
    return any(SECRET in area(memory, *bounds) for bounds in areas)


def passed_in(program):
    """Files, a memfd, pipes and sockets, one of them connected to itself, as descriptors up to 200: the secret is in none of them."""
    files = []

    def prepare():
        pair = socket.socketpair()
        for number in range(40):
            for descriptor in (os.open(f"file{number}", os.O_CREAT | os.O_RDWR, 0o600), os.memfd_create("memory", 0), os.dup(pair[0].fileno()),
                               os.dup(pair[1].fileno()), os.open("/proc/self/mem", os.O_RDWR)):
                os.set_inheritable(descriptor, True)
                files.append(descriptor)

    with Victim(program, prepare=prepare) as victim:
        return victim.result(lambda pid: victim.spilled()[1] or memory_has_secret(pid))


def fault_handler(program):
    """A handler of page faults that was made before the start, on the memory of the program (userfaultfd)."""
    ours, theirs = socket.socketpair()

    def prepare():
        handler = call("userfaultfd", 1)
        if handler < 0:
            raise OSError(-handler, "userfaultfd")
        fcntl.ioctl(handler, 0xC018AA3F, bytearray(struct.pack("3Q", 0xAA, 0, 0)))
        socket.send_fds(theirs, [b"x"], [handler])

    def registers(handler, pid):
        try:
            with open(f"/proc/{pid}/maps") as file:
                start = next(writable_memory(file))[0]
        except PermissionError:
            start = 0x1000000
        fcntl.ioctl(handler, 0xC020AA00, bytearray(struct.pack("4Q", start, 4096, 1, 0)))
        return True

    with Victim(program, prepare=prepare) as victim:
        if not victim.started:
            raise OSError("no userfaultfd: kernels without CONFIG_USERFAULTFD have none")
        handler = socket.recv_fds(ours, 1, 1)[1][0]
        return victim.result(lambda pid: registers(handler, pid))


ATTACKS = {
    "start: fexecve": executed(by_descriptor), "start: /proc/self/fd": executed(by_proc), "start: the loader": executed(by_loader),
    "start: symbolic link": through_link(os.symlink), "start: hard link of the user's": through_link(os.link),
    "start: a copy": through_link(copy),
    "start: hard link of root's": lambda program: look(program, memory_has_secret, execute=lambda _, arguments, environment: os.execve(
        f"{'/srv/shared' if program.startswith('/srv') else os.environ['HOME']}/{os.path.basename(program)}.linked", arguments, environment)),
    "start: other argv[0]": lambda program: look(program, memory_has_secret, argv0="/usr/bin/sudo"),
    "start: empty argv[0]": lambda program: look(program, memory_has_secret, argv0=" "),
    "start: argc 0": executed(without_arguments),
    "start: no_new_privs": prepared(lambda: libc.prctl(38, 1, 0, 0, 0)),
    "start: dumpable before": prepared(lambda: libc.prctl(4, 1, 0, 0, 0)),
    "start: personality": prepared(lambda: libc.personality(0x0440000)),
    "start: shared directory (CLONE_FS)": prepared(share_directory),
    "start: user namespace": prepared(enter_namespace),
    "start: nosuid": lambda program: look(program, memory_has_secret),
    "start: by a holder of the capability": lambda program: look(program, memory_has_secret),
    "start: by a marked program": lambda program: look(program, memory_has_secret),
    "start: capability not in the bounding set": lambda program: look(program, memory_has_secret),
    "start: PR_SET_PTRACER": lambda program: look(program, ptrace(PTRACE_ATTACH), prepare=lambda: libc.prctl(0x59616D61, -1, 0, 0, 0)),
    "forged path": forged_path, "mount of another namespace": foreign_mount,
    "opened before: mem": before_start(opened("mem"), old_memory),
    "opened before: environ": before_start(opened("environ"), lambda _, file: os.read(file, 64)),
    "opened before: syscall": before_start(opened("syscall"), lambda _, file: os.read(file, 64)),
    "opened before: directory": before_start(opened(""), memory_has_secret),
    "opened before: pidfd": before_start(pidfd, lambda _, descriptor: call("pidfd_getfd", descriptor, 0, 0) >= 0),
    "descriptors passed in": passed_in, "userfaultfd": fault_handler,
}
