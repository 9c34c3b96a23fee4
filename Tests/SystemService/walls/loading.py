"""Code of the attacker's in the program: a library that hides while the service looks (hide.c), brought in in several ways."""
import os
import select
import signal
import tempfile

import traps
from means import GOT, SECRET, Victim, pidfd, readable
from starting import NEWUSER, bind, enter_namespace

LIBRARY, ANSWERS, FAKE = "/srv/walls/hide.so", "/srv/walls/answers.so", "/srv/walls/fake"


def loaded(environment, hides=True, prepare=None, outside=True):
    """Got: with `hides`, the library has read the secret in the program's memory; else it has run there, and the service may see it.

    A program that is not `outside`, but in a namespace of the user's, gets no secret that a library could read."""
    def attack(program):
        orders_out, orders = os.pipe()
        said, says = os.pipe()
        for descriptor in (orders_out, says):
            os.set_inheritable(descriptor, True)
        variables = {"HIDE": f"{says} {orders_out}" if hides else f"{says}", **(environment() if callable(environment) else environment)}
        with Victim(program, steps=1, environment=variables, prepare=prepare) as victim:
            os.close(says)
            os.close(orders_out)
            runs = readable(said, 0) and os.read(said, 1) == b"c"
            print("the library", "runs" if runs else "does not run")
            if runs and hides:
                os.write(orders, b"h")
                if not readable(said) or os.read(said, 1) != b"h":
                    raise OSError("the library did not hide")
            victim.answer = victim.ask()
            if not (runs and hides):
                return GOT if runs and outside else victim.result(lambda _: False)
            os.write(orders, b"l")
            found = readable(said) and os.read(said, len(SECRET))
            return victim.result(lambda _: found == SECRET)
    return attack


def in_memory():
    """The library as a file without a name."""
    file = os.memfd_create("library", 0)
    with open(LIBRARY, "rb") as library:
        os.write(file, library.read())
    return {"LD_PRELOAD": f"/proc/self/fd/{file}"}


def replace_library():
    """In namespaces of the user's, a library of the system is another."""
    enter_namespace()
    with open(f"{FAKE}/replaces") as file:
        bind(f"{FAKE}/{os.path.basename(path := file.read().strip())}", path)


def without_errors():
    os.dup2(os.open("/dev/null", os.O_WRONLY), 2)


def every_variable(program):
    """Each variable that is in the strings of the program and of its libraries names a library of the attacker's."""
    with tempfile.NamedTemporaryFile() as names:
        traps.names(names.name, program)
        every = {name.decode() for name in names.read().split()}
    # But for those of the loader that have it do something else than start the program, and our own.
    others = ("CHATELAINE_", "SWIFT_DEBUG_", "HIDE", "LD_")
    values = {name: LIBRARY for name in every if not name.startswith(others)} | {name: LIBRARY for name in ("LD_PRELOAD", "LD_AUDIT")}
    print(len(values), "variables")
    return loaded(values, hides=False, prepare=without_errors)(program)


TOOL = """#!/usr/bin/python3 -B
import os, sys
sys.path.insert(0, "{here}")
from means import memory_has_secret
with open("{said}", "wb") as said:
    said.write(b"y" if memory_has_secret(os.getppid()) else b"n")
"""


def backtracer(variables):
    """A program of the attacker's in the place of the one that Swift's runtime starts to look at a program that crashes. The signal is
    not from an instruction: a program whose runtime handles it goes on afterwards, so the attacker ends it."""
    def attack(program):
        results = [crashed(program, variables, number) for number in (signal.SIGILL, signal.SIGSEGV)]
        return results[0] if results[0] == results[1] else f"{results[0]}, {results[1]}"
    return attack


def crashed(program, variables, number):
    with tempfile.TemporaryDirectory(dir=os.environ["HOME"]) as directory:
        tool, said = f"{directory}/libexec/swift/linux/swift-backtrace", f"{directory}/said"
        os.makedirs(os.path.dirname(tool))
        os.mkfifo(said)
        answer = os.open(said, os.O_RDWR)
        with open(tool, "w") as file:
            file.write(TOOL.format(here=os.path.dirname(os.path.realpath(__file__)), said=said))
        os.chmod(tool, 0o700)
        with Victim(program, prepare=without_errors, environment=variables(directory, tool)) as victim:
            os.kill(victim.pid, number)
            ready, _, _ = select.select([answer, pidfd(victim.pid)], [], [], 30)
            print(number.name, "the tool runs" if answer in ready else "the tool does not run")
            if not ready:
                raise OSError("neither the tool nor the program has ended")
            return victim.result(lambda _: answer in ready and os.read(answer, 1) == b"y")


def named_tool(_, tool):
    return {"SWIFT_BACKTRACE": f"enable=yes,interactive=no,timeout=0,sanitize=no,swift-backtrace={tool}"}


def other_root(directory, _):
    return {"SWIFT_BACKTRACE": "enable=yes,interactive=no,timeout=0,sanitize=no", "SWIFT_ROOT": directory}


ATTACKS = {
    "SWIFT_BACKTRACE": backtracer(named_tool), "SWIFT_ROOT": backtracer(other_root), "every variable of its libraries": every_variable,
    # The library answers for the list of accounts as well.
    "LD_PRELOAD in a user namespace": loaded({"LD_PRELOAD": ANSWERS}, hides=False, prepare=lambda: enter_namespace(NEWUSER), outside=False),
    "LD_PRELOAD": loaded({"LD_PRELOAD": LIBRARY}, hides=False), "LD_AUDIT": loaded({"LD_AUDIT": LIBRARY}, hides=False),
    "LD_PRELOAD that hides": loaded({"LD_PRELOAD": LIBRARY}), "LD_PRELOAD of a memfd": loaded(in_memory),
    "LD_LIBRARY_PATH": loaded({"LD_LIBRARY_PATH": FAKE}, hides=False),
    "library replaced in a namespace": loaded({}, hides=False, prepare=replace_library, outside=False),
}
