import Foundation
import PasswordVerifier

/// The account of a registered user.
struct Account: Codable, Equatable, Sendable {
    /// The longest text of a form's field, in characters.
    static let longestName = 64
    /// The longest password, in bytes.
    static let longestPassword = 1024

    let username: String
    let firstname: String
    let lastname: String
    var verifier: PasswordVerifier

    /// The name to display: the first and the last name, or else the username.
    var name: String {
        let parts = [firstname, lastname].filter { !$0.isEmpty }
        return parts.isEmpty ? username : parts.joined(separator: " ")
    }

    /// Whether the account has this username. Usernames that differ only in case are equal.
    func hasUsername(_ username: String) -> Bool { self.username.lowercased() == username.lowercased() }

    /// Whether the values from a file are such as this program would have written.
    var isValid: Bool {
        !username.isEmpty
            && [username, firstname, lastname].allSatisfy { $0.isSingleLine(maxLength: Self.longestName) }
    }
}

extension String {
    /// Whether the text is one line of visible characters, of at most the given length.
    func isSingleLine(maxLength most: Int) -> Bool {
        count <= most && utf8.count <= 8 * most
            && !unicodeScalars.contains {
                CharacterSet.controlCharacters.contains($0) || CharacterSet.newlines.contains($0)
            }
    }
}
