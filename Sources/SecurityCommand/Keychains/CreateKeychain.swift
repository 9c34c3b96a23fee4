import KeychainServices
import Secrets

extension Command {
    static let createKeychain = Command(
        name: "create-keychain", arguments: "[-P] [-p password] [keychains...]",
        help: """
            Create keychains, and add them to the search list.
                -p  the password
                -P  ask for the password
            """
    ) { try create(&$0) }

    static let deleteKeychain = Command(
        name: "delete-keychain", arguments: "[keychains...]",
        help: "Delete keychains, and remove them from the search list."
    ) { invocation in
        var options = OptionReader("", invocation.arguments)
        _ = try options.next()
        let operands: [String?] = options.operands.isEmpty ? [nil] : options.operands
        for operand in operands {
            try calling("SecKeychainDelete") {
                // Found out before anything is forgotten.
                _ = try invocation.keychains.portable(operand)
                try invocation.keychains.user.delete(invocation.keychains.name(operand))
            }
        }
    }
}

private func create(_ invocation: inout Invocation) throws {
    var given: String?
    var options = OptionReader("p:P", invocation.arguments)
    while let (letter, value) = try options.next() { if letter == "p" { given = value } }
    var names = options.operands
    if names.isEmpty {
        guard let name = try invocation.console.line("keychain to create: ") else { throw Ending.aborted }
        guard !name.isEmpty else { throw UsageError() }
        names = [name]
    }
    let password = try invocation.console.newPassword(
        given, asking: "password for new keychain: ", again: "retype password for new keychain: ")
    for name in names {
        try calling("SecKeychainCreate \(name)") {
            guard name != KeychainChoice.rootsPath else {
                throw KeychainError(.duplicateKeychain, "these are the roots of the distribution")
            }
            _ = try invocation.keychains.user.create(invocation.keychains.name(name), password: password)
        }
    }
}
