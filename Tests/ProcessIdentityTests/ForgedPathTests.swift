import CLinux
import Foundation
import Glibc
import LinuxSupport
import Testing

@testable import ProcessIdentity

/// Executables that are not the files that their paths lead to.
@Suite(.enabled(if: OrdinaryUser.canBecome, "needs root to become another user, and to mount"))
struct ForgedPathTests {
    /// A mount in namespaces of the user's own gives a program the path of one of root's.
    @Test(arguments: ["/usr/bin/head", "/usr/bin/python3", "/usr/bin/passwd"])
    func pathOfOneOfRootsProgramsIsNoPath(shown: String) throws {
        let path = try #require(
            realpath(shown, nil).map { pointer in
                defer { free(pointer) }
                return String(cString: pointer)
            })
        let program = try RunningProgram.subject("forge", path, through: OrdinaryUser.prefix)
        let evidence = try program.inspect()
        // The kernel says so.
        #expect(evidence.executablePath == path)
        #expect(evidence.strength() == .unidentified)
        #expect(evidence.traits.contains(.protectedPathLost))
        #expect(!evidence.wasUpgraded)
        #expect(evidence.shownPath == "process \(program.pid)")
        #expect(!evidence.reason().contains(path))
    }

    /// The path leads to the same file, but by another mount.
    @Test func sameFileOnAnotherMountIsNotTheOneOfThePath() throws {
        let mounts = try PrivateMounts(
            """
            mount -t tmpfs -o mode=755 none /mnt; mkdir /mnt/a; cp /bin/cat /mnt/a/cat
            exec 4< /mnt/a/cat; mount --bind /mnt/a /mnt/a
            """, program: "/proc/self/fd/4")
        #expect(try mounts.identify().strength() == .unidentified)
    }

    @Test func upgradeIsToldFromAForgedPath() throws {
        let mounts = try PrivateMounts(
            "mount -t tmpfs -o mode=755 none /mnt; cp /bin/cat /mnt/cat; cp /bin/sleep /mnt/new", program: "/mnt/cat")
        #expect(try mounts.identify().strength() == .system)
        try mounts.run("mv /mnt/new /mnt/cat")
        let upgraded = try mounts.identify()
        #expect(upgraded.strength() == .unidentified)
        #expect(upgraded.wasUpgraded)
        #expect(upgraded.shownPath == "/mnt/cat")
        #expect(upgraded.reason() == "it was replaced, start it again")
        try mounts.run("rm /mnt/cat")
        #expect(try mounts.identify().wasUpgraded)
    }

    /// The file of a user's that is deleted, at a path of root's.
    @Test func deletedForgeryIsNoUpgrade() throws {
        let mounts = try PrivateMounts(
            """
            mount -t tmpfs -o mode=755 none /mnt; mkdir /mnt/bin; cp /bin/cat /mnt/mine; chown \(OrdinaryUser.id) /mnt/mine
            touch /mnt/bin/cat; mount --bind /mnt/mine /mnt/bin/cat; exec 4< /mnt/bin/cat; rm /mnt/mine
            """, program: "/proc/self/fd/4")
        let evidence = try mounts.identify()
        #expect(evidence.executablePath == "/mnt/bin/cat")
        #expect(!evidence.wasUpgraded)
        #expect(evidence.strength() != .system)
    }

    @Test func pathsThatRootProtects() throws {
        let workshop = try Workshop()
        for path in ["/usr/bin/env", "/usr/bin/there-is-no-such-program"] { #expect(ProtectedPath.contains(path)) }
        for path in ["", "env", "/usr/bin", "/tmp/x", workshop.at("x")] { #expect(!ProtectedPath.contains(path)) }
    }
}
