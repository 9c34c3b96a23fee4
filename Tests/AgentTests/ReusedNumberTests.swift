import Foundation
import Glibc
import TestSupport
import Testing

/// The number of a process that has connected and ended is given out again, in a namespace of the test's own, and the process that gets it
/// speaks on the connection, whose descriptor was passed on.
@Suite(.enabled(if: NumberSpace.canBeMade, "needs root, unshare(1) and python3"))
struct ReusedNumberTests {
    private func play(_ stage: String, _ how: String) throws -> String {
        let home = try TemporaryDirectory(mode: 0o700)
        let words = ["/usr/bin/unshare", "--pid", "--fork", "--mount-proc", "--kill-child", "/usr/bin/python3", "-c"]
        let (output, status) = try ChildProcess.run(
            words + [Self.script, Built.chatelaine, home.path, stage, how],
            variables: AgentProcess.environment(home: home.path))
        #expect(status == 0)
        return output
    }

    /// After the connection, after the hello, and after the proof, when it is welcome.
    @Test(arguments: ["connect", "hello", "proof"]) func theNextProcessOfANumberGetsNothing(stage: String) throws {
        #expect(try play(stage, "itself") == "answered\n")
        #expect(try play(stage, "again") == "refused\n")
    }

    /// While the first one is a zombie, its number is not given out: another process of the same program has another one.
    @Test(arguments: ["connect", "hello", "proof"]) func anotherProcessGetsNothingFromAZombiesConnection(
        stage: String
    ) throws {
        #expect(try play(stage, "other") == "refused\n")
    }

    private static let script = #"""
        import array, os, socket, struct, subprocess, sys

        program, home, stage, how = sys.argv[1:5]
        path = home + "/run/agent.socket"
        # ClientHello with its magic and version, a request for the state of the lock; the proof has what the agent sends.
        hello = b"\x0d\x43\x4b\x41\x50\x10\x01"
        request = b"\x08\x07\x52\x00"
        frame = lambda message: struct.pack("<II", len(message), 0) + message

        def receive(connection):
            header = connection.recv(8, socket.MSG_WAITALL)
            if len(header) < 8: raise ConnectionError
            return connection.recv(sum(struct.unpack("<II", header)), socket.MSG_WAITALL)

        def nonce(answer):
            place = answer.index(b"\x22\x20") + 2
            return answer[place:place + 32]

        def speak(connection, stages, known=b""):
            for name in stages:
                if name == "hello":
                    connection.sendall(frame(hello))
                    known = nonce(receive(connection))
                if name == "proof":
                    connection.sendall(frame(b"\x0a\x20" + known))
                    receive(connection)
                if name == "request":
                    connection.sendall(frame(request))
                    if b"became another program" in receive(connection): raise ConnectionError
            return known

        def child(body):
            number = os.fork()
            if number == 0:
                try:
                    body()
                finally:
                    os._exit(0)
            return number

        agent = subprocess.Popen([program, "agent"], stdout=subprocess.PIPE, text=True)
        if not agent.stdout.readline().startswith("listening"): sys.exit("no agent")
        stages = ["connect", "hello", "proof", "request"]
        before, after = stages[:stages.index(stage) + 1], stages[stages.index(stage) + 1:]
        ours, theirs = socket.socketpair()

        def first():
            connection = socket.socket(socket.AF_UNIX)
            connection.connect(path)
            known = speak(connection, before)
            if how == "itself":
                speak(connection, after, known)
                print("answered", flush=True)
            rights = array.array("i", [connection.fileno()])
            theirs.sendmsg([b"x" + known], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)])

        number = child(first)
        theirs.close()
        # The descriptor stays open here, whatever becomes of the process that has connected.
        known, rights, _, _ = ours.recvmsg(64, 64)
        connection = socket.socket(fileno=struct.unpack("i", rights[0][2])[0])
        connection.settimeout(300)
        if how == "itself":
            os.waitpid(number, 0)
            agent.terminate()
            sys.exit(agent.wait())
        if how == "again": os.waitpid(number, 0)
        else: os.waitid(os.P_PID, number, os.WEXITED | os.WNOWAIT)

        def second():
            if how == "again" and os.getpid() != number: return
            try:
                speak(connection, after, known[1:])
                print("answered", flush=True)
            # Hung up on, or told no nonce but a reason.
            except (OSError, ValueError):
                print("refused", flush=True)

        for attempt in range(100):
            if how == "again":
                with open("/proc/sys/kernel/ns_last_pid", "w") as last: last.write(str(number - 1))
            other = child(second)
            os.waitpid(other, 0)
            if how != "again" or other == number: break
        else:
            sys.exit("the number was not given out again")
        agent.terminate()
        sys.exit(agent.wait())
        """#
}

/// A namespace of process ids, in which a test says which number is next.
private enum NumberSpace {
    static let canBeMade =
        getuid() == 0 && access("/usr/bin/unshare", X_OK) == 0 && access("/usr/bin/python3", X_OK) == 0
}
