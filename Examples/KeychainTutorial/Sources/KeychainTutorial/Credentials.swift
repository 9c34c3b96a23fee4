import Foundation

/// The credentials that the program stores in the keychain, and the service that it stores them for.
struct Credentials {
    static let service = "tutorial.example.com"

    var account: String
    var password: String
}
