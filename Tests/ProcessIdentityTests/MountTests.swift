import Glibc
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

    // MARK: - btrfs

    private static let hasBtrfs = access("/usr/bin/btrfs", X_OK) == 0 || access("/sbin/btrfs", X_OK) == 0

    /// A library of root's and one of a user's with the same numbers in the memory map, since each is the first file of its subvolume.
    private static func twins(_ subject: String) -> String {
        """
        truncate -s 256M image; PATH=$PATH:/sbin; mkfs.btrfs -q image; mount -o loop image /mnt; chmod 755 /mnt
        btrfs -q subvolume create /mnt/root; btrfs -q subvolume create /mnt/user
        cp /bin/cat /mnt/root/library; cp /bin/cat /mnt/user/library; chown \(OrdinaryUser.id) /mnt/user/library
        test $(stat -c %i /mnt/root/library) = $(stat -c %i /mnt/user/library)
        cp \(subject) /mnt/root/subject
        """
    }

    @Test(.enabled(if: hasBtrfs, "needs btrfs-progs"))
    func libraryOfAUsersOnBtrfsIsToldFromRoots() throws {
        let twins = Self.twins(try Workshop.subject.get())
        let honest = try PrivateMounts(twins, program: "/mnt/root/subject map /mnt/root/library")
        #expect(try honest.identify().strength() == .system)
        let attack = try PrivateMounts(
            twins, program: "/mnt/root/subject borrow /mnt/user/library /mnt/root/library")
        let evidence = try attack.identify()
        #expect(evidence.strength() != .system)
        #expect(evidence.traits.contains(.replacedFiles))
        #expect(!evidence.traits.contains(.ambiguousFiles))
    }

    /// An unprivileged inspector cannot, and says so.
    @Test(.enabled(if: hasBtrfs && OrdinaryUser.canBecome, "needs btrfs-progs, and root to become another user"))
    func ambiguityOnBtrfsIsSaid() throws {
        let mounts = try PrivateMounts(
            Self.twins(try Workshop.subject.get()), program: "/mnt/root/subject map /mnt/root/library",
            through: OrdinaryUser.prefix)
        #expect(try mounts.identify().traits.contains(.ambiguousFiles))
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
