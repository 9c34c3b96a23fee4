import KeychainServices

extension Command {
    static let deleteGenericPassword = Command.delete(
        .generic, "delete-generic-password", "[-a account] [-s service] [options...] [keychain...]")
    static let deleteInternetPassword = Command.delete(
        .internet, "delete-internet-password", "[-a account] [-s server] [options...] [keychain...]")

    private static func delete(_ kind: PasswordKind, _ name: String, _ arguments: String) -> Command {
        Command(
            name: name, arguments: arguments,
            help: """
                Delete a \(kind.title) password: the first that matches.
                \(kind.selectorHelp)
                One of these has to be given.
                """
        ) { try deletePassword(kind, &$0) }
    }
}

/// Prints the attributes of an item and deletes it.
private func deletePassword(_ kind: PasswordKind, _ invocation: inout Invocation) throws {
    var search = PasswordSearch(kind: kind)
    var options = OptionReader(kind.selectors, invocation.arguments)
    while let (letter, value) = try options.next() {
        if let value, let (key, value) = try kind.attribute(letter, value) { search.attributes[key] = value }
    }
    guard !search.attributes.isEmpty else { throw UsageError() }
    let operands = options.operands
    let keychains = try calling("SecKeychainOpen") { try invocation.keychains.named(operands) }
    let (item, named) = try search.first(in: keychains, reading: .attributes)
    try calling("SecKeychainItemDelete") { try named.requireWritable() }
    try invocation.console.write(ItemText.text(of: item, in: named.path))
    // Said before the deletion, as on macOS: the status tells whether it is true.
    invocation.console.complain("password has been deleted.\n")
    let count = try calling("SecKeychainItemDelete") { try named.keychain.delete(Query(item.persistentReference)) }
    guard count > 0 else { throw FunctionFailure("SecKeychainItemDelete", .itemNotFound) }
}
