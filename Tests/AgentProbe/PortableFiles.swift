import AgentClient
import Foundation
import KeychainServices

/// What a program does with a portable keychain.
///
/// - `portable-state PATH`: prints `unlocked` or `locked`.
/// - `portable-unlock PATH PASSWORD`: unlocks it, and prints its state.
/// - `portable-list PATH PROGRAM`: adds an item whose access list names a program, and prints `done`.
///
/// Prints `failed: STATUS` for an error.
enum PortableFiles {
    static let verbs: Set = ["portable-state", "portable-unlock", "portable-list"]

    static func run(_ words: [String]) -> Never {
        guard words.count >= 2 else { exit(2) }
        do {
            let keychains = UserKeychains.current
            let name = try keychains.name(words[1])
            if words[0] == "portable-list", words.count == 3 {
                let list = AccessList(entries: [
                    .init(paths: [words[2]], name: "", authorizations: ["ACLAuthorizationDecrypt"])
                ])
                let attributes: Attributes = [.account: "probe", .accessList: .data(try list.encoded())]
                try keychains.keychain(name).add(NewItem(.genericPassword, attributes, data: Data()))
                print("done")
            } else {
                if words[0] == "portable-unlock", words.count == 3 {
                    try keychains.portable(name)?.unlock(password: SecretBytes(copying: words[2].utf8))
                }
                print(try keychains.portable(name)?.isUnlocked() == true ? "unlocked" : "locked")
            }
        } catch {
            print("failed: \(error.code.rawValue)")
        }
        exit(0)
    }
}
