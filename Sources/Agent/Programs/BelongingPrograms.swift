import Glibc
import LinuxSupport
import ProcessIdentity
import Synchronization

/// The programs that belong to an agent, by the files where they are installed.
///
/// One that is there when this is made counts from then on. One that is installed later counts from when it first asks, if nobody but
/// root can change it: an agent of a user's own would else take one for its own that was put there since, which it has not done yet.
package final class BelongingPrograms: Sendable {
    /// Where each may be; the first file that can be executed counts.
    private let places: [Program.Role: [String]]
    private let paths: Mutex<[Program.Role: String]>

    /// - Parameter places: where each may be, the first of them before the others; by default where those are that are installed with
    ///   this program.
    package init(places: [Program.Role: [String]] = Program.Role.places) {
        self.places = places
        paths = Mutex(places.compactMapValues { Self.installed($0) })
    }

    private static func installed(_ places: [String]) -> String? { places.first { access($0, X_OK) == 0 } }

    /// Which of them a process runs.
    ///
    /// - Parameters:
    ///   - executable: the file that it runs. It has to be the one that is installed now: one that was replaced counts no more.
    ///   - path: of that file, as the kernel says.
    ///   - isRootsAlone: whether nobody but root could have changed what the process is made of.
    package func role(of executable: FileIdentity, path: String, isRootsAlone: Bool) -> Program.Role {
        paths.withLock { paths in
            if let known = paths.first(where: { Self.isFile(executable, at: $0.value) }) { return known.key }
            guard isRootsAlone, let new = places.first(where: { paths[$0.key] == nil && $0.value.contains(path) }),
                let installed = Self.installed(new.value), Self.isFile(executable, at: installed)
            else { return .other }
            paths[new.key] = installed
            return new.key
        }
    }

    private static func isFile(_ executable: FileIdentity, at path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        return executable == FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }
}

extension Program.Role {
    /// Where they are installed, if they are.
    package static var places: [Self: [String]] {
        let roles = allCases.filter { $0 != .other }
        return Dictionary(uniqueKeysWithValues: roles.map { ($0, InstalledProgram.places(of: $0.rawValue)) })
    }
}
