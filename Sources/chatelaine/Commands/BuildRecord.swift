import Foundation
import Glibc
import LinuxSupport

/// The record of the build from which the program was installed. `Scripts/install.sh` writes it next to the programs.
///
/// Nothing of it is compiled in: a commit in the program would link every program again at each commit
/// (Docs/decisions/0102).
struct BuildRecord: Decodable {
    let release: String
    /// The commit, with “-changed” if files differed from it.
    let commit: String
    /// The time of the commit, in the form of RFC 3339.
    let date: String
    let compiler: String
    /// The versions of the Swift packages that are linked in, by name.
    let packages: [String: String]
    /// The versions of the libraries whose headers were compiled against, by their names in pkg-config.
    let libraries: [String: String]

    static let sizeLimit = 65536

    /// Reads the record of the installed program.
    ///
    /// - Throws: a ``Failure`` if there is none, as in a build directory, or it is unreadable.
    static func ofThisProgram() throws -> BuildRecord {
        guard let path = try place() else { throw missing("nowhere") }
        guard let handle = FileHandle(forReadingAtPath: path) else { throw missing(path) }
        defer { try? handle.close() }
        guard let data = try? handle.read(upToCount: sizeLimit + 1), data.count <= sizeLimit,
            let record = try? JSONDecoder().decode(BuildRecord.self, from: data)
        else {
            throw Failure(
                .failed, "the build record “\(UntrustedText.forTerminal(path))” is damaged",
                remedy: "install chatelaine again")
        }
        return record
    }

    private static func place() throws -> String? {
        guard let own = InstalledProgram.ownPath else { return nil }
        let prefix = URL(fileURLWithPath: own).deletingLastPathComponent().deletingLastPathComponent()
        return prefix.appendingPathComponent("share/chatelaine/build-info.json").path
    }

    private static func missing(_ path: String) -> Failure {
        Failure(
            .failed, "there is no build record at “\(UntrustedText.forTerminal(path))”",
            remedy: "it is written when chatelaine is installed, by a package or by: make install")
    }

    /// The file names, with their versions, of the shared libraries that this process has loaded.
    static func loadedLibraries() -> [String] {
        let names = maps().split(separator: "\n").compactMap { line -> String? in
            guard let slash = line.firstIndex(of: "/"), let name = line[slash...].split(separator: "/").last,
                name.contains(".so")
            else { return nil }
            return String(name)
        }
        return Set(names).sorted()
    }

    /// Returns the list of this process's mappings, proc_pid_maps(5). The kernel gives it in parts, and Foundation takes the first for all.
    private static func maps() -> String {
        let descriptor = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 16384)
        while bytes.count < 1 << 20 {
            let count = read(descriptor, &part, part.count)
            guard count > 0 else { break }
            bytes += part.prefix(count)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
