import Foundation

/// Which password manager answers from now on (Docs/password-manager-feature.md, “Which one is asked”).
enum ManagerChoiceFile {
    /// In `$XDG_CONFIG_HOME`, or `~/.config`. Nil if neither says a place.
    private static var directory: URL? {
        let variables = ProcessInfo.processInfo.environment
        if let path = variables["XDG_CONFIG_HOME"], path.hasPrefix("/") { return URL(fileURLWithPath: path) }
        guard let home = variables["HOME"], home.hasPrefix("/") else { return nil }
        return URL(fileURLWithPath: home).appendingPathComponent(".config")
    }

    /// Writes it down; where that cannot be done somebody is asked again.
    static func write(_ name: String) {
        guard let directory = directory?.appendingPathComponent("chatelaine") else { return }
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        try? FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: attributes)
        let file = directory.appendingPathComponent("password-manager")
        guard (try? Data((name + "\n").utf8).write(to: file, options: .atomic)) != nil else { return }
        try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }
}
