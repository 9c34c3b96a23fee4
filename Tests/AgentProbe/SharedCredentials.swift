import Foundation
import LocalAuthentication

/// What an app does for the logins of its websites, by Apple's names. Writes the outcome to a file, and nothing to the terminal.
///
/// - `request-shared FILE DOMAIN [ACCOUNT]`: `-` for the first domain of the entitlements. Writes `SERVER ACCOUNT PASSWORD`.
/// - `add-shared FILE DOMAIN ACCOUNT PASSWORD`: writes `added`.
///
/// Of an error it writes the number.
enum SharedCredentials {
    static let verbs: Set = ["request-shared", "add-shared"]

    static func run(_ words: [String]) -> Never {
        guard words.count > 2, words[0] == "request-shared" || words.count > 4 else { exit(2) }
        let file = words[1]
        if words[0] == "add-shared" {
            SecAddSharedWebCredential(words[2] as NSString, words[3] as NSString, words[4] as NSString) { error in
                end(with: error.map { "\($0.code)" } ?? "added", in: file)
            }
        } else {
            let domain: NSString? = words[2] == "-" ? nil : words[2] as NSString
            let account: NSString? = words.count > 3 ? words[3] as NSString : nil
            SecRequestSharedWebCredential(domain, account) { logins, error in
                end(with: error.map { "\($0.code)" } ?? text(logins), in: file)
            }
        }
        dispatchMain()
    }

    private static func text(_ logins: NSArray?) -> String {
        guard let login = logins as? [[String: Any]], let first = login.first, login.count == 1 else { return "none" }
        let keys = [kSecAttrServer, kSecAttrAccount, kSecSharedPassword]
        return keys.map { first[$0 as String] as? String ?? "?" }.joined(separator: " ")
    }

    private static func end(with text: String, in file: String) -> Never {
        try? Data(text.utf8).write(to: URL(fileURLWithPath: file))
        exit(0)
    }
}
