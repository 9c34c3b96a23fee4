import AsymmetricKeys
import ExchangeFormats
import Glibc
import LinuxSupport
import Synchronization

/// The roots that the distribution trusts.
package enum SystemRoots {
    /// The files with them, of which the first that exists is used.
    package static let files = [
        // Debian, Ubuntu, Arch, Gentoo.
        "/etc/ssl/certs/ca-certificates.crt",
        // Fedora and its like.
        "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/pki/tls/certs/ca-bundle.crt",
        // SUSE.
        "/etc/ssl/ca-bundle.pem",
        // Alpine.
        "/etc/ssl/cert.pem",
    ]

    private static let maximumSize = 16 << 20
    private static let mostRoots = 4096

    /// The state of a file: another file in its place, or another content, is read again.
    private struct Identity: Equatable {
        let device, inode: UInt64
        let size, seconds, nanoseconds: Int

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (device, inode, size) = (UInt64(status.st_dev), UInt64(status.st_ino), Int(status.st_size))
            (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        }
    }

    private struct Kept {
        let path: String
        let identity: Identity
        let roots: [Certificate]
    }

    private static let kept = Mutex<Kept?>(nil)

    /// Returns the roots; none if there is no file with them, or one that a user other than root and this one can change.
    ///
    /// - Parameter read: reads a file.
    package static func current(
        files: [String] = SystemRoots.files, read: (String) -> [UInt8]? = SystemRoots.contents
    ) -> [Certificate] {
        for path in files {
            guard let identity = Identity(path) else { continue }
            if let kept = kept.withLock({ $0 }), kept.path == path, kept.identity == identity { return kept.roots }
            // Not within the lock: the child of a fork() by another thread would wait for the lock for ever.
            guard let contents = read(path) else { return [] }
            let found = contents.withBytes { PEMCertificates.read($0, most: mostRoots) }
            let roots = found.compactMap { try? Certificate(der: $0) }
            keep(Kept(path: path, identity: identity, roots: roots))
            return roots
        }
        return []
    }

    package static func contents(of path: String) -> [UInt8]? {
        (try? TrustedFile.contents(of: path, limit: maximumSize)) ?? nil
    }

    /// Remembers roots. Those before are freed behind the lock.
    private static func keep(_ new: Kept) {
        _ = kept.withLock { kept in
            let old = kept
            kept = new
            return old
        }
    }
}
