import Foundation
import Glibc

/// The programs that were built with the tests.
public enum BuiltPrograms {
    /// The directory of the command line that `CHATELAINE_EXECUTABLE` names, if it does, and that of the tests.
    private static let directories: [String] = {
        let named = ProcessInfo.processInfo.environment["CHATELAINE_EXECUTABLE"]
        return [named, "/proc/self/exe"].compactMap { path in
            path.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().deletingLastPathComponent().path }
        }
    }()

    /// Returns the path of a program: next to the command line that is tested, or next to the tests.
    public static func path(_ name: String) -> String {
        let paths = directories.map { "\($0)/\(name)" }
        return paths.first { access($0, X_OK) == 0 } ?? paths.last ?? name
    }
}
