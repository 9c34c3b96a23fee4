import Testing

@testable import ProcessIdentity

/// What the file system that a program lies on has to do with it.
@Suite(.enabled(if: PrivateMounts.canBeMade, "needs root to mount"))
struct MountTests {
    /// A user can mount a FUSE program, or an image with whatever owners in it, but only as `nosuid`.
    @Test(arguments: [("mode=755", Strength.system), ("mode=755,nosuid", .pinned), ("mode=777", .pinned)])
    func ownersOnAUsersMountAreNotBelieved(options: String, strength: Strength) throws {
        let mounts = try PrivateMounts(
            "mount -t tmpfs -o \(options) none /mnt; cp /bin/cat /mnt/cat", program: "/mnt/cat")
        let evidence = try mounts.identify()
        #expect(evidence.executablePath == "/mnt/cat")
        #expect(evidence.strength() == strength)
        #expect(evidence.pinnedDigest != nil)
    }

    /// The memory map shows another device there than the file has.
    @Test func filesOnAnOverlayAreRecognised() throws {
        let layers = """
            mkdir lower merged; mount -t tmpfs none merged; mkdir merged/upper merged/work merged/all
            cp /bin/cat lower/cat
            mount -t overlay -o lowerdir=lower,upperdir=merged/upper,workdir=merged/work none merged/all
            """
        let mounts = try PrivateMounts(layers, program: "merged/all/cat")
        let evidence = try mounts.identify()
        #expect(evidence.executablePath == mounts.workshop.at("merged/all/cat"))
        #expect(evidence.traits.isEmpty)
        #expect(evidence.unprotectedFileCount == 1)
        #expect(evidence.pinnedDigest != nil)
    }
}
