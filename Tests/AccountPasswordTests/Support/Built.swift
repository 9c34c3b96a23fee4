import Foundation

/// What was built beside these tests.
enum Built {
    static let helper: String = {
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appendingPathComponent("chatelaine-pam-helper").path
    }()
}
