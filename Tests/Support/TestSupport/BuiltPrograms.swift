import Foundation

/// The programs that were built with the tests.
public enum BuiltPrograms {
    /// The directory with the tests; or, if `CHATELAINE_EXECUTABLE` names the command line, the one with that.
    public static let directory: String = {
        let named = ProcessInfo.processInfo.environment["CHATELAINE_EXECUTABLE"]
        let program = URL(fileURLWithPath: named ?? "/proc/self/exe").resolvingSymlinksInPath()
        return program.deletingLastPathComponent().path
    }()

    /// Returns the path of a program.
    public static func path(_ name: String) -> String { "\(directory)/\(name)" }
}
