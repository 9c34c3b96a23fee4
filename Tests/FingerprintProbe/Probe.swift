import CSystemd
import Fingerprint
import Glibc

/// A program that uses the reader, or claims to be fprintd, as a user whom the test names. Standard output tells what happens.
@main
enum Probe {
    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        guard words.count >= 2, let user = uid_t(words[0]) else { exit(2) }
        become(user)
        let reader = FingerprintReader(trustedUser: words.count > 2 ? uid_t(words[2]) ?? 0 : 0)
        do throws(ReaderError) {
            switch words[1] {
            case "state": tell("device \(try reader.state().device ?? "none")")
            case "verify": tell("\(try reader.verify { tell("\($0)") })")
            case "remove": try reader.remove(nil)
            case "impersonate": impersonate()
            default: exit(2)
            }
        } catch { tell("error \(error.kind)") }
    }

    /// A line that is not kept back until there are more.
    private static func tell(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        _ = write(STDOUT_FILENO, bytes, bytes.count)
    }

    private static func become(_ user: uid_t) {
        guard user != getuid() else { return }
        guard setgroups(0, nil) == 0, setgid(user) == 0, setuid(user) == 0 else { exit(3) }
    }

    /// Owns fprintd's name and answers every call with an error, until it is killed.
    private static func impersonate() {
        var new: OpaquePointer?
        guard let address = getenv("DBUS_SYSTEM_BUS_ADDRESS"), sd_bus_new(&new) >= 0, let bus = new,
            sd_bus_set_address(bus, address) >= 0, sd_bus_set_bus_client(bus, 1) >= 0, sd_bus_start(bus) >= 0,
            sd_bus_request_name(bus, "net.reactivated.Fprint", 0) >= 0
        else { exit(4) }
        tell("owner")
        while true {
            let result = sd_bus_process(bus, nil)
            guard result >= 0 else { return }
            if result == 0 { sd_bus_wait(bus, .max) }
        }
    }
}
