import Foundation
import LinuxSupport
import WebsiteMatching

/// The user's settings for all sheets.
enum UserSettings {
    private static var directory: String? { UserDirectories().configuration.map { $0 + "/chatelaine" } }

    /// Returns the domains that share credentials: the built-in table with the changes in the user's file (Docs/website-matching.md,
    /// section 6).
    ///
    /// - Parameter complain: receives the reason if the file is ignored.
    static func sharedDomains(_ complain: (String) -> Void) -> SharedDomains {
        guard let path = directory.map({ $0 + "/shared-domains" }) else { return .builtIn }
        do {
            guard let bytes = try TrustedFile.contents(of: path, limit: SharedDomains.mostBytes) else {
                return .builtIn
            }
            return try SharedDomains.builtIn.applying(Data(bytes))
        } catch let error as TrustedFile.Distrust {
            complain("“\(path)” is ignored: \(error.reason)")
        } catch {
            complain("“\(path)” is ignored: \(error)")
        }
        return .builtIn
    }

    /// Saves the user's choice of a password manager (Docs/password-manager-feature.md, “Which one is asked”). If that fails, the next
    /// sheet asks again.
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
