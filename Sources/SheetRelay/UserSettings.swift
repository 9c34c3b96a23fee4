import Foundation
import LinuxSupport
import WebsiteMatching

/// What the user has said for all sheets.
enum UserSettings {
    private static var directory: String? { UserDirectories().configuration.map { $0 + "/chatelaine" } }

    /// Domains that count as one: the built-in table, as the user's file changes it (Docs/website-matching.md, section 6).
    ///
    /// - Parameter complain: told why the file does not count.
    static func sharedDomains(_ complain: (String) -> Void) -> SharedDomains {
        guard let path = directory.map({ $0 + "/shared-domains" }) else { return .builtIn }
        do {
            guard let bytes = try TrustedFile.contents(of: path, limit: SharedDomains.mostBytes) else { return .builtIn }
            return try SharedDomains.builtIn.applying(Data(bytes))
        } catch let error as TrustedFile.Distrust {
            complain("“\(path)” does not count: \(error.reason)")
        } catch {
            complain("“\(path)” does not count: \(error)")
        }
        return .builtIn
    }

    /// Writes down which password manager answers from now on (Docs/password-manager-feature.md, “Which one is asked”). Where that
    /// cannot be done somebody is asked again.
    static func choose(_ manager: String) {
        guard let directory else { return }
        try? FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let file = directory + "/password-manager"
        guard (try? Data((manager + "\n").utf8).write(to: URL(fileURLWithPath: file), options: .atomic)) != nil else {
            return
        }
        try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    }
}
