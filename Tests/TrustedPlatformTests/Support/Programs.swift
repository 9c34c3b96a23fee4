import Foundation
import Glibc

/// The programs that were built beside these tests.
enum Programs {
    static let directory: String = {
        let named = getenv("CHATELAINE_EXECUTABLE").map { String(cString: $0) }
        let program = URL(fileURLWithPath: named ?? "/proc/self/exe").resolvingSymlinksInPath()
        return program.deletingLastPathComponent().path
    }()
    static let chatelaine = directory + "/chatelaine"
    static let areBuilt = access(chatelaine, X_OK) == 0

    /// So that a process uses this machine's keychain, and finds no other agent than the test's.
    static func environment(_ machine: Machine) -> [String] {
        ["CHATELAINE_HOME=" + machine.home, "XDG_RUNTIME_DIR=" + machine.home + "/run"]
    }
}
