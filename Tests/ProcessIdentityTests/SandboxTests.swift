import Foundation
import Glibc
import Testing

@testable import ProcessIdentity

/// Processes that do not see the system as the inspector does.
@Suite struct SandboxTests {
    /// A root directory with the system's programs and a file that says that it is a bank's.
    private static func newRoot(at path: String) -> String {
        """
        set -e
        mount -t tmpfs none \(path)
        cd \(path)
        mkdir usr proc old
        for name in bin lib lib64; do ln -s usr/$name $name; done
        mount --rbind /usr usr
        printf '[Instance]\\nname=wrong\\n[Application]\\nname=org.example.Bank\\n' > .flatpak-info
        """
    }

    private static let canMakeNamespaces = access("/usr/bin/unshare", X_OK) == 0 && namespacesAreAllowed

    private static let namespacesAreAllowed: Bool = {
        let program = try? RunningProgram(["/usr/bin/unshare", "-Urm", "/bin/true"])
        return program?.waitForExit() == 0
    }()

    @Test(.enabled(if: canMakeNamespaces), arguments: [true, false])
    func madeUpFlatpakIsConfined(pivots: Bool) throws {
        let workshop = try Workshop()
        let enter = pivots ? "pivot_root . old; exec /usr/bin/cat" : "exec chroot . /usr/bin/cat"
        let program = try RunningProgram.echo(
            "/usr/bin/unshare", "-Urm", "/bin/sh", "-c", "\(Self.newRoot(at: workshop.path))\n\(enter)")
        let evidence = try program.inspect()
        #expect(evidence.traits.isSuperset(of: [.otherUserNamespace, .otherMountNamespace, .otherRoot]))
        #expect(!evidence.traits.contains(.otherPIDNamespace))
        #expect(evidence.flatpakID == "org.example.Bank")
        #expect(evidence.strength() == .confined)
    }

    @Test(.enabled(if: canMakeNamespaces))
    func namespaceAloneIsConfined() throws {
        let evidence = try RunningProgram.echo("/usr/bin/unshare", "-U", "/bin/cat").inspect()
        #expect(evidence.traits.contains(.otherUserNamespace))
        #expect(evidence.traits.isDisjoint(with: [.otherMountNamespace, .otherRoot]))
        #expect(evidence.strength() == .confined)
    }

    @Test(.enabled(if: getuid() == 0, "needs root"))
    func otherRootDirectoryIsConfined() throws {
        let workshop = try Workshop()
        // A file system of its own is not needed: the program needs none of the libraries if it is linked without.
        let source =
            "#include <unistd.h>\nint main(void) { char b; while (read(0, &b, 1) == 1) write(1, &b, 1); return 0; }"
        try workshop.compile(source, as: "program", "-static")
        let evidence = try RunningProgram.echo("/usr/sbin/chroot", workshop.path, "/program").inspect()
        #expect(evidence.traits.contains(.otherRoot))
        #expect(!evidence.traits.contains(.otherMountNamespace))
        #expect(evidence.strength() == .confined)
    }

    @Test(
        arguments: [
            ("0::/user.slice/app.slice/snap.firefox.firefox-1234.scope\n", "firefox"),
            ("snap.hello-world.sh (enforce)\n", "hello-world"),
            ("9:name=systemd:/\n0::/user.slice/snap.service\n", nil), ("0::/snap..x.scope", nil),
            ("0::/snap.a\u{1b}b.c.scope", nil), ("", nil),
        ] as [(String, String?)])
    func snapIsKnownByItsControlGroup(text: String, name: String?) {
        #expect(SandboxHints.snapName(in: Array(text.utf8)) == name)
    }
}
