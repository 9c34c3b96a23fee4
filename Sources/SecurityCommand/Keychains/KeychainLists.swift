import KeychainServices
import Security

extension Command {
    static let listKeychains = Command(
        name: "list-keychains", arguments: "[-d user|system|common|dynamic] [-s [keychain...]]",
        help: """
            Print or set the keychains that are searched.
                -d  of this domain
                -s  search these
            """
    ) { invocation in
        let (choice, keychains) = (try ListOptions(invocation), invocation.keychains)
        try choice.ending(choice.sets ? "SecKeychainSetDomainSearchList" : "SecKeychainCopyDomainSearchList") {
            guard choice.sets else {
                let found = choice.isOfUser ? try keychains.user.list().search : []
                for name in found { try invocation.printPath(keychains.path(of: name)) }
                return
            }
            try choice.requireUser()
            let names = try choice.operands.map { try keychains.name($0) }
            try keychains.user.changeList { $0.search = names }
        }
    }

    static let defaultKeychain = Command(
        name: "default-keychain", arguments: "[-d user|system|common|dynamic] [-s [keychain]]",
        help: """
            Print or set the default keychain.
                -d  of this domain
                -s  use this one
            """
    ) { invocation in
        let (choice, keychains) = (try ListOptions(invocation, most: 1), invocation.keychains)
        try choice.ending(choice.sets ? "SecKeychainSetDomainDefault" : "SecKeychainCopyDomainDefault") {
            guard choice.sets else {
                try choice.requireDefault()
                return try invocation.printPath(keychains.path(of: keychains.user.list().usual))
            }
            try choice.requireUser()
            _ = try choice.operands.first.map { try keychains.portable($0) }
            let name = try choice.operands.first.map { try keychains.name($0) } ?? .device
            try keychains.user.changeList { $0.usual = name }
        }
    }

    static let loginKeychain = Command(
        name: "login-keychain", arguments: "[-d user|system|common|dynamic] [-s [keychain]]",
        help: """
            Print the login keychain.
                -d  of this domain
                -s  use this one: there is but one that can be named
            """
    ) { invocation in
        let (choice, keychains) = (try ListOptions(invocation, most: 1), invocation.keychains)
        try choice.ending(choice.sets ? "SecKeychainSetLogin" : "SecKeychainCopyLogin") {
            try choice.requireDefault()
            guard choice.sets else { return try invocation.printPath(keychains.defaultPath) }
            if let operand = choice.operands.first, try keychains.name(operand) != .device {
                throw KeychainError(.unimplemented, "the login keychain is the one that is bound to the device")
            }
        }
    }
}

extension Invocation {
    /// Prints a path as the commands for lists do.
    fileprivate func printPath(_ path: String) throws { try console.print("    \"\(path)\"") }
}

/// The options of the commands for lists.
private struct ListOptions {
    private static let domains = ["user", "system", "common", "dynamic"]
    private var domain = "user"
    private(set) var sets = false
    let operands: [String]

    init(_ invocation: Invocation, most: Int = .max) throws {
        var options = OptionReader("d:s", invocation.arguments)
        while let (letter, value) = try options.next() {
            guard letter == "d" else {
                sets = true
                continue
            }
            guard let value, !value.isEmpty, let found = Self.domains.first(where: { $0.hasPrefix(value) }) else {
                throw UsageError("“\(value ?? "")” is no domain")
            }
            domain = found
        }
        operands = options.operands
        guard operands.count <= (sets ? most : 0) else { throw UsageError() }
    }

    var isOfUser: Bool { domain == "user" }

    func requireUser() throws {
        guard isOfUser else { throw KeychainError(.unimplemented, "only the user's list can be set") }
    }

    func requireDefault() throws {
        guard isOfUser else {
            throw KeychainError(.init(rawValue: errSecNoDefaultKeychain), "only the user has a default keychain")
        }
    }

    /// Runs `body`. These commands end with 1 where others end with the number of the status.
    func ending(_ function: String, _ body: () throws -> Void) throws {
        do { try body() } catch let error as KeychainError {
            throw Ending(1, "security: \(function) \(domain): \(statusText(error.code.rawValue))")
        }
    }
}
