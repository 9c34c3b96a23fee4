import AppTesting
import Foundation
import Testing

/// An app as Packaging/apps has it.
struct InstalledApp: CustomTestStringConvertible, Sendable {
    /// What people call it.
    let name: String
    /// What its executable is called.
    let executable: String
    /// By what it is started in a terminal.
    let command: String

    /// Its name in menus, if it is another one.
    var title: String { name == "ACMEBrowser" ? "ACME Browser" : name }
    /// Whether it is of no use without a network.
    var needsNetwork: Bool { name == "ACMEBrowser" }

    static let all = [
        InstalledApp(name: "Chatelaine", executable: "chatelaine-passwords", command: "chatelaine-passwords"),
        InstalledApp(name: "Keychains", executable: "chatelaine-keychains", command: "chatelaine-keychains"),
        InstalledApp(name: "TouchMeIn", executable: "TouchMeIn", command: "touchmein"),
        InstalledApp(name: "ChristmasKeeper", executable: "ChristmasKeeper", command: "christmaskeeper"),
        InstalledApp(name: "ACME", executable: "ACME", command: "acme"),
        InstalledApp(name: "ACMEBrowser", executable: "acme-browser", command: "acme-browser"),
        InstalledApp(name: "TestHost", executable: "TestHost", command: "testhost"),
    ]

    var testDescription: String { name }
    var id: String { "io.github.chatelaine.\(name)" }

    /// The path of one of its files.
    func path(_ suffix: String) -> String { "\(Stage.repository)/Packaging/apps/\(name)/\(id)\(suffix)" }

    /// One of its files.
    func text(_ suffix: String) throws -> String { try String(contentsOfFile: path(suffix), encoding: .utf8) }

    /// The values of its entry in the menu.
    func entry() throws -> [String: String] {
        let lines = try text(".desktop").split(separator: "\n").dropFirst()
        return Dictionary(
            lines.compactMap { line in
                line.firstIndex(of: "=").map { (String(line[..<$0]), String(line[line.index(after: $0)...])) }
            }, uniquingKeysWith: { $1 })
    }
}
