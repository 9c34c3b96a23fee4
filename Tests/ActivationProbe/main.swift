// Tells what the service manager gave it, one line for each socket, then what is left for programs that it would start.
import DesktopEvents
import Glibc

for socket in ServiceManager.inheritedSockets() {
    let closesOnExec = fcntl(socket.descriptor, F_GETFD) & FD_CLOEXEC != 0
    print("socket \(socket.descriptor) \(socket.name) \(closesOnExec ? "private" : "inheritable")")
}
print("again \(ServiceManager.inheritedSockets().count)")
for variable in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] where getenv(variable) != nil {
    print("variable \(variable)")
}
let wasHeard = [
    ServiceManager.notifyReady(status: "ready\nMAINPID=1"), ServiceManager.notify(status: "busy"),
    ServiceManager.notifyStopping(),
]
print("heard \(wasHeard.filter { $0 }.count)")
