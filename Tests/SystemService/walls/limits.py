"""Limits at their lowest, signals and cores."""
import itertools
import os
import resource
import select
import signal
import tempfile

from means import GOT, KEPT, NOTHING, SECRET, Victim, memory_has_secret, quietly, unlimited_core

MB = 1 << 20
LADDERS = {
    "NOFILE": (0, 3, 4, 5, 6, 8, 10, 12, 16, 32, 128), "AS": (16 * MB, 64 * MB, 128 * MB, 256 * MB, 512 * MB, 4096 * MB),
    "DATA": (0, MB, 4 * MB, 16 * MB, 64 * MB, 256 * MB), "STACK": (0, 1 << 16, 1 << 18, MB), "FSIZE": (0,), "MEMLOCK": (0,),
    "NPROC": (0, 1, 8, 64), "CPU": (1,), "SIGPENDING": (0,), "MSGQUEUE": (0,),
}
CORES = [signal.SIGQUIT, signal.SIGILL, signal.SIGTRAP, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGSEGV, signal.SIGXCPU,
         signal.SIGXFSZ, signal.SIGSYS]
STARTED, READY, ASKED, ANSWERED = range(4)


def ladder(name):
    """Each limit in turn, with cores allowed: a program that fails in the middle leaves one."""
    kind = getattr(resource, f"RLIMIT_{name}")

    def lower(value):
        unlimited_core()
        resource.setrlimit(kind, (value, value))

    def attack(program):
        results = set()
        for value in LADDERS[name]:
            with Victim(program, prepare=lambda: lower(value)) as victim:
                results.add(victim.result(memory_has_secret))
                if not victim.has_secret:
                    victim.end()
                    results.add(GOT if victim.spilled()[1] else NOTHING)
        return next(result for result in (GOT, KEPT, NOTHING) if result in results)
    return attack


def full_table(program):
    """As many descriptors as the limit allows, but for 0 to 16, passed on by the program that starts it."""
    def fill(free):
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
        try:
            while (descriptor := os.dup(0)) < 256 - free:
                os.set_inheritable(descriptor, True)
        except OSError:
            pass

    results = set()
    for free in (0, 1, 2, 3, 4, 6, 8, 16):
        with Victim(program, execute=lambda path, arguments, environment: (fill(free), os.execve(path, arguments, environment))) as victim:
            results.add(victim.result(memory_has_secret))
    return next(result for result in (GOT, KEPT, NOTHING) if result in results)


def at_step(victim, step):
    """Takes a program that was only started to one of the steps."""
    if step >= READY:
        victim.line()
    if step == ANSWERED:
        victim.answer = victim.ask()
    elif step == ASKED:
        os.write(victim.input, b"\n")


def core_files(program, number, step, prepare=unlimited_core, running=None):
    """How many files a signal leaves, and whether the secret is in one."""
    with Victim(program, prepare=prepare, steps=STARTED, environment={"SWIFT_BACKTRACE": "enable=no"}) as victim:
        at_step(victim, step)
        if running:
            quietly(running, victim.pid)
        os.kill(victim.pid, number)
        victim.wait()
        return victim.spilled()


def cores(program):
    """Every signal that makes a core, at every step. It gets through if each leaves a core, the last with the secret in it."""
    found = {(number, step): core_files(program, number, step) for number in CORES for step in range(4)}
    for (number, step), (count, secret) in found.items():
        print(f"{number.name} at step {step}: {count} files, {'with' if secret else 'without'} the secret")
    if all(found[number, ANSWERED][1] for number in CORES):
        return GOT
    return KEPT if not any(count for count, _ in found.values()) else "cores without the secret"


def whole_core():
    """All that is mapped, as the program that starts it may choose."""
    unlimited_core()
    with open("/proc/self/coredump_filter", "w") as file:
        file.write("0x7f")


def core_of_everything(program):
    count, secret = core_files(program, signal.SIGXCPU, ANSWERED, whole_core)
    return GOT if secret else KEPT if count == 0 else "a core without the secret"


def time_is_up(program):
    """The limit of the processor's time is reached while the program reads its secret again and again."""
    def prepare():
        unlimited_core()
        resource.setrlimit(resource.RLIMIT_CPU, (1, 60))

    with Victim(program, prepare=prepare) as victim:
        while victim.ask() == SECRET:
            pass
        status = victim.wait()
        if not os.WIFSIGNALED(status) or os.WTERMSIG(status) != signal.SIGXCPU:
            raise OSError(f"the limit did not end the program: {status}")
        return victim.result(lambda _: victim.spilled()[1])


def core_by_limit(program):
    """The limit is set on the running program (prlimit)."""
    def none():
        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.RLIM_INFINITY))

    def raise_limit(pid):
        print("prlimit:", resource.prlimit(pid, resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)))

    count, secret = core_files(program, signal.SIGXCPU, ANSWERED, none, raise_limit)
    return GOT if secret else KEPT if count == 0 else "a core without the secret"


def signals(program):
    """Every other signal, at each step: the program ends, stops or goes on, and leaves nothing. Of the real-time signals, which are all
    alike, the first and the last."""
    left = False
    others = (set(range(1, 32)) | {signal.SIGRTMIN, signal.SIGRTMAX}) - set(CORES)
    for number, step in itertools.product(others, range(4)):
        with Victim(program, prepare=unlimited_core, steps=STARTED) as victim:
            at_step(victim, step)
            os.kill(victim.pid, number)
            victim.end()
            left = left or victim.spilled()[0] > 0
    return GOT if left else KEPT


def stopped(program):
    """Stopped at each step, and looked at; then as it goes on."""
    results = set()
    for step in range(4):
        with Victim(program, steps=STARTED) as victim:
            at_step(victim, step)
            os.kill(victim.pid, signal.SIGSTOP)
            os.waitpid(victim.pid, os.WUNTRACED)
            results.add(GOT if quietly(memory_has_secret, victim.pid) else KEPT)
            os.kill(victim.pid, signal.SIGCONT)
    return GOT if GOT in results else KEPT


def frozen(program):
    """Frozen at each step by a cgroup of the user's, and looked at."""
    group = tempfile.mkdtemp(dir=os.environ["CGROUP"])
    results = set()
    for step in range(4):
        with Victim(program, steps=STARTED) as victim:
            at_step(victim, step)
            write(f"{group}/cgroup.procs", str(victim.pid))
            freeze(group)
            results.add(GOT if quietly(memory_has_secret, victim.pid) else KEPT)
            write(f"{group}/cgroup.freeze", "0")
    os.rmdir(group)
    return GOT if GOT in results else KEPT


def freeze(group):
    events = os.open(f"{group}/cgroup.events", os.O_RDONLY)
    changes = select.poll()
    changes.register(events, select.POLLPRI)
    write(f"{group}/cgroup.freeze", "1")
    while b"frozen 1" not in os.pread(events, 200, 0):
        if not changes.poll(30000):
            raise OSError("the cgroup does not freeze")
    os.close(events)


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


ATTACKS = {f"limit: {name}": ladder(name) for name in LADDERS}
ATTACKS |= {"limit: full table of descriptors": full_table, "cores: ten signals, four steps": cores, "cores: limit set by prlimit": core_by_limit,
            "cores: all that is mapped": core_of_everything, "limit: CPU, reached": time_is_up, "signals": signals, "SIGSTOP": stopped,
            "frozen by a cgroup": frozen}
