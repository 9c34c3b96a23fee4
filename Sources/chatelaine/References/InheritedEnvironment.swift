import Glibc

/// The environment with which `chatelaine run` was started, before anything in this process has changed it.
///
/// It has references, and no values of them: those are in the environment of the command alone.
enum InheritedEnvironment {
    /// Written once, at the start of the program.
    nonisolated(unsafe) private(set) static var entries: [[UInt8]] = []

    /// Keeps the environment if a command is going to need it.
    static func keep() {
        guard CommandLine.arguments.dropFirst().first == "run" else { return }
        var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = environ
        while let entry = next.pointee {
            entries.append(Array(UnsafeRawBufferPointer(start: entry, count: strlen(entry))))
            next += 1
        }
    }
}
