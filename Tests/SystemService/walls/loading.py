"""Code of the attacker's in the program: a library that hides while the service looks (hide.c), brought in in several ways."""
import os

from means import GOT, SECRET, Victim, readable
from starting import NEWNS, NEWUSER, bind, enter_namespace

LIBRARY, FAKE = "/srv/walls/hide.so", "/srv/walls/fake"


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
    enter_namespace(NEWUSER | NEWNS)
    with open(f"{FAKE}/replaces") as file:
        bind(f"{FAKE}/{os.path.basename(path := file.read().strip())}", path)


ATTACKS = {
    "LD_PRELOAD": loaded({"LD_PRELOAD": LIBRARY}, hides=False), "LD_AUDIT": loaded({"LD_AUDIT": LIBRARY}, hides=False),
    "LD_PRELOAD that hides": loaded({"LD_PRELOAD": LIBRARY}), "LD_PRELOAD of a memfd": loaded(in_memory),
    "LD_LIBRARY_PATH": loaded({"LD_LIBRARY_PATH": FAKE}, hides=False), "library replaced in a namespace": loaded({}, hides=False, prepare=replace_library, outside=False),
}
