import AgentClient
import Foundation
import KeyManagement
import KeychainServices

// A program as others write them, for tests that need one: `agent-probe add|read|count GROUP SERVICE ACCOUNT [SECRET [PROGRAM]]`; `-` for no
// group, PROGRAM is one that the access list of the item names; or `agent-probe confirm REASON REUSE-SECONDS`, which authenticates the owner; or `agent-probe set-passcode|unlock PASSCODE`.
// Prints the secret or the number of items, or the status on standard error, and ends with 0 or 1.
// What asks a person who they are otherwise: see `Authenticating`. Keys of files: see `FileKeys`. Private keys: see `PrivateKeys`. Groups: see
// `Reservations`.
// Portable keychains: see `PortableFiles`.
// Logins of websites: see `SharedCredentials`.
// With `repeat N` in front it does so N times, once for every line of standard input, and says `ready` first.

func confirm(_ reason: String, reuse: Double) throws {
    let context = AuthenticationContext()
    context.presentation = AuthenticationPresentation(reason: reason, reuse: reuse)
    do {
        try Keychain.userDefault().service().show(.policy(.deviceOwner), in: context, AuthenticationCancellation())
        print("confirmed")
    } catch {
        guard let cause = error.authentication else { throw error }
        print("LAError \(cause.code.rawValue): \(error)")
    }
}

func run(_ arguments: [String]) {
    do {
        if arguments[0] == "set-passcode" {
            return try Keychain.userDefault().setPasscode(SecretBytes(copying: arguments[1].utf8))
        }
        if arguments[0] == "unlock" {
            try Keychain.userDefault().unlock(passcode: SecretBytes(copying: arguments[1].utf8))
            print("unlocked")
            fflush(nil)
            return
        }
        if arguments[0] == "confirm" {
            try confirm(arguments[1], reuse: Double(arguments[2]) ?? 0)
            fflush(nil)
            return
        }
        let keychain = try Keychain.userDefault()
        var attributes: Attributes = [.service: .string(arguments[2]), .account: .string(arguments[3])]
        if arguments[1] != "-" { attributes[.accessGroup] = .string(arguments[1]) }
        switch arguments[0] {
        case "add":
            if arguments.count > 5 {
                let list = AccessList(entries: [
                    .init(paths: [arguments[5]], name: "", authorizations: ["ACLAuthorizationDecrypt"])
                ])
                attributes[.accessList] = .data(try list.encoded())
            }
            try keychain.add(NewItem(.genericPassword, attributes, data: Data(arguments[4].utf8)))
        case "count": print(try keychain.items(matching: Query(.genericPassword, attributes)).count)
        default:
            let found = try keychain.items(matching: Query(.genericPassword, attributes), reading: .data)
            guard let secret = found.first?.data else { throw KeychainError(.itemNotFound, "no item matches") }
            print(String(decoding: secret, as: UTF8.self))
        }
        fflush(nil)
    } catch {
        let text = (error as? KeychainError)?.description ?? "\(error)"
        FileHandle.standardError.write(Data((text + "\n").utf8))
        if CommandLine.arguments.count > 1, CommandLine.arguments[1] != "repeat" { exit(1) }
        print("failed: \((error as? KeychainError)?.code.rawValue ?? 0)")
        fflush(nil)
    }
}

var arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "repeat" {
    arguments.removeFirst()
    print("ready")
    fflush(nil)
    while readLine() != nil { run(arguments) }
} else if let verb = arguments.first, Authenticating.verbs.contains(verb) {
    Authenticating.run(arguments)
} else if let verb = arguments.first, Reservations.verbs.contains(verb) {
    Reservations.run(arguments)
} else if let verb = arguments.first, SharedCredentials.verbs.contains(verb) {
    SharedCredentials.run(arguments)
} else if let verb = arguments.first, FileKeys.verbs.contains(verb) {
    FileKeys.run(arguments)
} else if let verb = arguments.first, PortableFiles.verbs.contains(verb) {
    PortableFiles.run(arguments)
} else if let verb = arguments.first, PrivateKeys.verbs.contains(verb) {
    PrivateKeys.run(arguments)
} else if arguments.count >= (["set-passcode": 2, "unlock": 2, "confirm": 3][arguments.first ?? ""] ?? 4) {
    run(arguments)
} else {
    exit(2)
}
