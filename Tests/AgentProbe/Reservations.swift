import AgentClient
import Foundation
import KeychainServices

/// What a secured program does for its access groups.
///
/// - `reserve GROUP`: reserves a group for secured programs; `-` for the program's own.
/// - `open GROUP`: opens it to others again.
///
/// Prints nothing, or the error on standard error.
enum Reservations {
    static let verbs: Set = ["reserve", "open"]

    static func run(_ words: [String]) -> Never {
        guard words.count == 2 else { exit(2) }
        let group = words[1] == "-" ? nil : words[1]
        do {
            let keychain = try Keychain.userDefault()
            if words[0] == "reserve" { try keychain.reserveGroup(group) } else { try keychain.openGroup(group) }
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
        exit(0)
    }
}
