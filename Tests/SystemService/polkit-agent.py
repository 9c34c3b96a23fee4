"""An authentication agent for one program, with the real pkttyagent or in its place.

usage: polkit-agent.py answer PID FILE PASSWORD...   pkttyagent in a terminal of its own; types one password after the other
       polkit-agent.py show PID FILE                 pkttyagent; types nothing
       polkit-agent.py dismiss PID FILE              an agent whose dialogue the user closes at once
       polkit-agent.py cheat PID FILE                an agent that says itself that the password was right
       polkit-agent.py hold PID FILE                 an agent that shows its dialogue until polkit takes it away

Says "ready" when it is registered; what happens goes to FILE.
"""
import os
import pty
import re
import select
import signal
import sys
import termios
import time

kind, pid, file = sys.argv[1:4]
log = open(file, "wb", buffering=0)
stat = open("/proc/%s/stat" % pid).read()
start = int(stat[stat.rindex(")") + 2:].split()[19])


def ready():
    print("ready", flush=True)


def terminal(passwords):
    # pkttyagent tells by closing this descriptor that it is registered.
    told, tell = os.pipe()
    os.set_inheritable(tell, True)
    child, fd = pty.fork()
    if child == 0:
        os.close(told)
        os.execvp("pkttyagent", ["pkttyagent", "--process", "%s,%d" % (pid, start), "--notify-fd", str(tell)])
    os.close(tell)
    select.select([told], [], [], 30)
    ready()
    seen = b""
    while True:
        try:
            part = os.read(fd, 4096)
        except OSError:
            return
        if not part:
            return
        log.write(part)
        seen += part
        if passwords and re.search(rb"Password: $", seen):
            seen = b""
            # What was typed before it has turned echo off is thrown away.
            while termios.tcgetattr(fd)[3] & termios.ECHO:
                select.select([], [], [], 0.01)
            os.write(fd, passwords.pop(0).encode() + b"\n")


def object_on_the_bus():
    import dbus
    import dbus.mainloop.glib
    import dbus.service
    from gi.repository import GLib

    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    interface = "org.freedesktop.PolicyKit1.AuthenticationAgent"

    class Agent(dbus.service.Object):
        @dbus.service.method(interface, in_signature="sssa{ss}saa{sa{sv}}", async_callbacks=("done", "fail"))
        def BeginAuthentication(self, action, message, icon, details, cookie, identities, done, fail):
            self.done = done
            log.write(("%s %s\n" % (action, message)).encode())
            if kind == "cheat":
                self.cheat(cookie, identities[0])
                done()
            elif kind == "dismiss":
                fail(dbus.DBusException("closed", name="org.freedesktop.PolicyKit1.Error.Cancelled"))

        def cheat(self, cookie, identity):
            try:
                authority.AuthenticationAgentResponse2(
                    dbus.UInt32(os.getuid()), cookie, identity, dbus_interface="org.freedesktop.PolicyKit1.Authority")
                log.write(b"polkit believes it\n")
            except dbus.DBusException as error:
                log.write(("refused: %s\n" % error).encode())

        @dbus.service.method(interface, in_signature="s")
        def CancelAuthentication(self, cookie):
            log.write(("taken away at %d\n" % time.monotonic_ns()).encode())
            self.done()

    bus = dbus.SystemBus()
    agent = Agent(bus, "/agent")
    subject = ("unix-process", {"pid": dbus.UInt32(int(pid)), "start-time": dbus.UInt64(start)})
    authority = bus.get_object("org.freedesktop.PolicyKit1", "/org/freedesktop/PolicyKit1/Authority")
    authority.RegisterAuthenticationAgent(
        subject, "C", "/agent", dbus_interface="org.freedesktop.PolicyKit1.Authority")
    ready()
    GLib.MainLoop().run()


signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
if kind in ("answer", "show"):
    terminal(sys.argv[4:])
else:
    object_on_the_bus()
