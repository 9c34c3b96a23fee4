import Foundation
import PasswordManagerTesting
import Testing

@testable import AppExtensions

@Suite struct ManagerStartTests {
    @Test func systemdsProgramsAreCalledByTheirPaths() {
        #expect(
            ManagerStart.command(for: .unit("toy.socket"))
                == ["/usr/bin/systemctl", "--user", "--quiet", "start", "toy.socket"])
        let call = ManagerStart.command(for: .busName("org.example.Toy"))
        #expect(
            call.first == "/usr/bin/busctl" && call.suffix(4) == ["StartServiceByName", "su", "org.example.Toy", "0"])
    }

    /// What this program has in its environment is none of theirs, nor is its output.
    @Test func startedManagerHasItsOwnEnvironment() throws {
        let desktop = try TestDesktop()
        let file = desktop("said")
        ManagerStart.run(["/bin/sh", "-c", "env > \(file); ls -l /proc/$$/fd >> \(file); echo lost; exit 3"])
        let said = try String(contentsOfFile: file, encoding: .utf8)
        let names = said.split(separator: "\n").filter { $0.contains("=") }.compactMap {
            $0.split(separator: "=").first
        }
        // The shell adds some of its own.
        #expect(
            Set(names).isSubset(of: ["XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "PWD", "OLDPWD", "SHLVL", "_"]))
        #expect(said.contains("/dev/null") && !said.contains("lost"))
    }

    @Test func missingStartCommandIsIgnored() { ManagerStart.run(["/nowhere/systemctl"]) }
}
