import Foundation

/// What the program keeps in the keychain, and where.
struct Credentials {
    static let service = "tutorial.example.com"

    var account: String
    var password: String
}
