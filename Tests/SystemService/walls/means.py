"""What the attacks share: a program that is started by the attacker, its secret, and looks into it."""
import ctypes
import os
import resource
import select
import signal
import tempfile

SECRET = b"guarded secret"
READING = ["repeat", "read", "-", "service", "account"]
GOT, KEPT, NOTHING = "got", "kept out", "nothing"

libc = ctypes.CDLL(None, use_errno=True)
_common = {"pidfd_open": 434, "pidfd_getfd": 438, "process_madvise": 440}
_by_machine = {
    "x86_64": {"vm_readv": 310, "vm_writev": 311, "kcmp": 312, "perf_event_open": 298, "bpf": 321, "userfaultfd": 323, "seccomp": 317},
    "aarch64": {"vm_readv": 270, "vm_writev": 271, "kcmp": 272, "perf_event_open": 241, "bpf": 280, "userfaultfd": 282, "seccomp": 277},
}
NUMBERS = _common | _by_machine[os.uname().machine]


def call(name, *arguments):
    """A system call by its name: its result, or the negative errno."""
    values = (value if hasattr(value, "_obj") or isinstance(value, ctypes.Array) else ctypes.c_long(value)
              for value in (NUMBERS[name], *arguments))
    result = libc.syscall(*values)
    return result if result >= 0 else -ctypes.get_errno()


def pidfd(pid):
    descriptor = call("pidfd_open", pid, 0)
    if descriptor < 0:
        raise OSError(-descriptor, "pidfd_open")
    return descriptor


def readable(descriptor, seconds=30):
    return bool(select.select([descriptor], [], [], seconds)[0])


class Victim:
    """A program that reads its secret whenever it is told to: a child of the attacker's, ended with the block.

    `prepare` runs in the child before it executes the program; `execute` is another way to execute it; `before` runs in the parent
    while the child waits, and gets its process id. `steps`: 0 only starts it, 1 waits until it is ready, 2 also has it read.
    """

    def __init__(self, program, prepare=None, execute=None, before=None, steps=2, words=None, environment=None, argv0=None):
        self.program, self.words, self.argv0 = program, READING if words is None else words, argv0 or program
        self.environment = {**os.environ, **(environment or {})}
        self.directory = tempfile.mkdtemp(dir=os.environ["HOME"])
        into, self.input = os.pipe()
        self.output, out = os.pipe()
        gate, opened = os.pipe()
        executed, failed = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            self._child(into, out, gate, failed, prepare, execute, (self.input, self.output, opened, executed))
        for descriptor in (into, out, gate, failed):
            os.close(descriptor)
        self.before = before(self.pid) if before else None
        os.write(opened, b"x")
        os.close(opened)
        self.started = os.read(executed, 200) == b""
        os.close(executed)
        self.is_ready = steps > 0 and self.started and self.line() == b"ready"
        self.answer = self.ask() if steps > 1 and self.is_ready else b""

    def _child(self, into, out, gate, failed, prepare, execute, others):
        try:
            for descriptor in others:
                os.close(descriptor)
            os.read(gate, 1)
            os.chdir(self.directory)
            for number, descriptor in enumerate((into, out, out)):
                os.dup2(descriptor, number)
            for descriptor in (into, out, gate):
                os.close(descriptor)
            # Python ignores these, and what is ignored stays so in the program.
            for number in (signal.SIGPIPE, signal.SIGXFSZ):
                signal.signal(number, signal.SIG_DFL)
            if prepare:
                prepare()
            arguments = [self.argv0, *self.words]
            if execute:
                execute(self.program, arguments, self.environment)
            else:
                os.execve(self.program, arguments, self.environment)
        except BaseException as error:
            os.write(failed, repr(error).encode()[:200])
        os._exit(127)

    def line(self):
        """The next line of its output; what there is of it if the program ends."""
        line = b""
        while readable(self.output):
            byte = os.read(self.output, 1)
            if byte in (b"", b"\n"):
                break
            line += byte
        return line

    def ask(self):
        try:
            os.write(self.input, b"\n")
            return self.line()
        except BrokenPipeError:
            return b""

    @property
    def has_secret(self):
        return self.answer == SECRET

    def result(self, look):
        """What a look at the process gives; “nothing” if the program itself gets no secret when it is started so."""
        if not self.has_secret:
            print("the program says:", self.answer.decode(errors="replace") or "nothing")
            return NOTHING
        return GOT if quietly(look, self.pid) else KEPT

    def end(self):
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            return None
        return self.wait()

    def wait(self):
        """Waits for its end, within limits of the attacker's own."""
        readable(pidfd(self.pid))
        return os.waitpid(self.pid, 0x40000000)[1]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.end()
        except ChildProcessError:
            pass
        os.close(self.input)
        os.close(self.output)
        for name in os.listdir(self.directory):
            os.unlink(os.path.join(self.directory, name))
        os.rmdir(self.directory)

    def spilled(self):
        """The files in its working directory, and whether one has the secret in it."""
        contents = []
        for name in os.listdir(self.directory):
            with open(os.path.join(self.directory, name), "rb") as file:
                contents.append(file.read())
        return len(contents), any(SECRET in content for content in contents)


def quietly(look, *arguments):
    """Whether it gives something; what the kernel refuses gives nothing."""
    try:
        return bool(look(*arguments))
    except OSError as error:
        print(error)
        return False


def writable_memory(maps):
    for line in maps:
        fields = line.split()
        if fields[1].startswith("rw") and (len(fields) < 6 or not fields[5].startswith("[v")):
            yield tuple(int(part, 16) for part in fields[0].split("-"))


def memory_has_secret(pid, directory=None, mem="mem"):
    """Whether the secret can be read in the memory of a process. `directory` is a descriptor of its directory in /proc."""
    directory = os.open(f"/proc/{pid}", os.O_RDONLY) if directory is None else directory
    with open(os.open("maps", os.O_RDONLY, dir_fd=directory)) as file:
        areas = list(writable_memory(file))
    memory = os.open(mem, os.O_RDONLY, dir_fd=directory)
    return any(SECRET in area(memory, *bounds) for bounds in areas)


def area(memory, start, end):
    found = b""
    try:
        while start < end and (piece := os.pread(memory, min(end - start, 1 << 20), start)):
            found, start = found + piece, start + len(piece)
    except OSError:
        pass
    return found


def look(program, attack, **how):
    """Starts the program in a way, and looks at it when it has its secret."""
    with Victim(program, **how) as victim:
        return victim.result(attack)


def use_capabilities():
    """Makes the capabilities that this process may have effective: the kernel asks for that at files in /proc."""
    header, sets = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    if libc.capget(header, sets) == 0:
        sets[0], sets[3] = sets[1], sets[4]
        libc.capset(header, sets)


def unlimited_core():
    resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
