import Foundation
import PasswordVerifier

/// Somebody who has registered.
struct Account: Codable, Equatable, Sendable {
    /// What a field of a form may have, in characters.
    static let longestName = 64
    /// In bytes.
    static let longestPassword = 1024

    let username: String
    let firstname: String
    let lastname: String
    var verifier: PasswordVerifier

    /// The name for people: the first and the last one, or the one by which somebody logs in.
    var name: String {
        let parts = [firstname, lastname].filter { !$0.isEmpty }
        return parts.isEmpty ? username : parts.joined(separator: " ")
    }

    /// Whether somebody is called so. Names that differ in nothing but large letters are one.
    func isCalled(_ username: String) -> Bool { self.username.lowercased() == username.lowercased() }

    /// Whether what a file says of it is what this program would have written.
    var isSound: Bool {
        !username.isEmpty && [username, firstname, lastname].allSatisfy { $0.isLine(of: Self.longestName) }
    }
}

extension String {
    /// Whether it is one line that can be seen, and not longer than it may be.
    func isLine(of most: Int) -> Bool {
        count <= most && utf8.count <= 8 * most
            && !unicodeScalars.contains {
                CharacterSet.controlCharacters.contains($0) || CharacterSet.newlines.contains($0)
            }
    }
}
