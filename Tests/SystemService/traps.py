"""Traps for programs of the system's, in the home of a user who wants code of theirs to run in them. As root.

usage: traps.py names FILE PROCESS            writes the names of all variables in the strings of what the process has mapped; of a program's
                                              path, in those of the libraries that it needs
       traps.py run HOME NAMES KIND PROGRAM…  runs a program as the owner of HOME with a trap in each variable, until it ends or shows
                                              a window; prints each library of the user's that it has loaded, and each file that it opened
       The command in WHILE_SHOWN is run while the window is there, and what it says is printed.
       KIND: library or directory, what the variables name; modules for those variables alone that libraries of windows load code by;
       none for no variables.
"""
import ctypes
import os
import re
import select
import signal
import struct
import subprocess
import sys

libc = ctypes.CDLL(None, use_errno=True)
FAN_CLASS_NOTIF, FAN_UNLIMITED_QUEUE, FAN_MARK_ADD, FAN_MARK_MOUNT, FAN_OPEN = 0, 0x10, 1, 0x10, 0x20
# Without these nothing would start, or nothing could be seen.
KEPT = {"DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "HOME", "PATH", "GDK_BACKEND", "CHATELAINE_HOME"}


def names(file, program):
    found = set()
    if program.isdigit():
        with open(f"/proc/{program}/maps") as maps:
            paths = {line.split(maxsplit=5)[5].strip() for line in maps if " /" in line}
    else:
        needed = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
        paths = {program, *re.findall(r"(/\S+) \(0x", needed)}
    for path in paths:
        if os.path.isfile(path) and os.access(path, os.R_OK):
            with open(path, "rb") as library:
                found |= set(re.findall(rb"(?<![A-Za-z0-9_])[A-Z_][A-Z0-9_]{3,40}(?=\0)", library.read()))
    # A process takes no more than two million bytes of them.
    found = set(sorted(found, key=len)[:20000])
    found |= {b"GDK_PIXBUF_MODULE_FILE", b"__EGL_VENDOR_LIBRARY_FILENAMES", b"GIO_EXTRA_MODULES", b"GTK_PATH", b"OPENSSL_CONF",
              b"LIBGL_DRIVERS_PATH", b"VK_LAYER_PATH", b"GCONV_PATH", b"LD_PRELOAD", b"LD_AUDIT", b"LD_LIBRARY_PATH"}
    with open(file, "wb") as out:
        out.write(b"\n".join(sorted(found)))


def values(home, names, kind):
    library, directory = f"{home}/traps/trap.so", f"{home}/traps"
    special = {"GDK_PIXBUF_MODULE_FILE": f"{directory}/loaders.cache", "GIO_EXTRA_MODULES": directory, "GIO_MODULE_DIR": directory,
               "OPENSSL_CONF": f"{directory}/openssl.cnf", "__EGL_VENDOR_LIBRARY_FILENAMES": f"{directory}/egl.json",
               "XDG_CONFIG_HOME": f"{home}/.config", "XDG_DATA_HOME": f"{home}/.local/share", "XDG_CACHE_HOME": f"{home}/.cache",
               "XDG_DATA_DIRS": f"{home}/.local/share:/usr/share", "FONTCONFIG_FILE": f"{directory}/fonts.conf"}
    if kind == "none":
        return {}
    with open(names) as file:
        every = {name.strip() for name in file} - KEPT
    if kind == "modules":
        return {name: special[name] for name in ("GDK_PIXBUF_MODULE_FILE", "GIO_EXTRA_MODULES", "__EGL_VENDOR_LIBRARY_FILENAMES")}
    plain = library if kind == "library" else directory
    return {name: special.get(name, library if name in ("LD_PRELOAD", "LD_AUDIT") else plain) for name in every}


class Watch:
    """The files of a file system that are opened."""

    def __init__(self, home):
        self.home = home
        self.descriptor = libc.fanotify_init(FAN_CLASS_NOTIF | FAN_UNLIMITED_QUEUE, os.O_RDONLY | os.O_CLOEXEC)
        marked = libc.fanotify_mark(self.descriptor, FAN_MARK_ADD | FAN_MARK_MOUNT, ctypes.c_uint64(FAN_OPEN), -100, home.encode())
        if self.descriptor < 0 or marked != 0:
            sys.exit(f"fanotify: {os.strerror(ctypes.get_errno())}")
        os.set_blocking(self.descriptor, False)

    def opened(self):
        found = set()
        while True:
            try:
                events = os.read(self.descriptor, 1 << 16)
            except BlockingIOError:
                return found
            while events:
                length, _, _, _, _, descriptor, _ = struct.unpack_from("=IBBHQii", events)
                events = events[length:]
                found.add(os.readlink(f"/proc/self/fd/{descriptor}"))
                os.close(descriptor)


def run(home, names, kind, *words):
    owner = os.stat(home)
    environment = {"PATH": "/usr/bin:/bin", "HOME": home}
    environment |= {name: os.environ[name] for name in ("DISPLAY", "CHATELAINE_HOME") if name in os.environ}
    environment |= values(home, names, kind)
    ran = f"{home}/ran"
    if os.path.exists(ran):
        os.unlink(ran)
    watch = Watch(home)

    def become():
        os.setgroups([])
        os.setgid(owner.st_gid)
        os.setuid(owner.st_uid)

    process = subprocess.Popen(words, env=environment, cwd=home, stdin=subprocess.DEVNULL, preexec_fn=become, start_new_session=True)
    # A window that has something on the display, or the program's end.
    window = subprocess.Popen(["xdotool", "search", "--sync", "--onlyvisible", "--pid", str(process.pid)],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) if "DISPLAY" in environment else None
    ended = os.pidfd_open(process.pid)
    ready, _, _ = select.select([ended] + ([window.stdout] if window else []), [], [], 40)
    is_shown = bool(window) and window.stdout in ready
    mapped, said = [], ""
    if is_shown and "WHILE_SHOWN" in os.environ:
        said = subprocess.run(os.environ["WHILE_SHOWN"], shell=True, capture_output=True, text=True).stdout
    if ended not in ready:
        with open(f"/proc/{process.pid}/maps") as maps:
            # Code alone: some settings are mapped for reading.
            mapped = sorted({line.split(maxsplit=5)[5].strip() for line in maps if f" {home}/" in line and "x" in line.split()[1]})
        os.kill(process.pid, signal.SIGKILL)
    status = process.wait()
    if window:
        window.kill()
        window.wait()
    opened = watch.opened()
    print("shown" if is_shown else f"ended with {status}")
    print(said, end="")
    for path in mapped:
        print(f"mapped {path}")
    for path in sorted(opened):
        print(f"opened {os.path.relpath(path, home)}")
    print("a trap was loaded" if os.path.exists(ran) or mapped else "no trap was loaded")


if __name__ == "__main__":
    {"names": names, "run": run}[sys.argv[1]](*sys.argv[2:])
