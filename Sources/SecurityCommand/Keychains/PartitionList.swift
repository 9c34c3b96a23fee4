import KeychainServices
import Secrets

extension Command {
    static let setKeyPartitionList = Command.partitionList(
        "set-key-partition-list", "a:c:dD:ej:k:l:rsS:t:uvw")
    static let setGenericPasswordPartitionList = Command.partitionList(
        "set-generic-password-partition-list", PasswordKind.generic.selectors + "S:k:")
    static let setInternetPasswordPartitionList = Command.partitionList(
        "set-internet-password-partition-list", PasswordKind.internet.selectors + "S:k:")

    private static func partitionList(_ name: String, _ letters: String) -> Command {
        Command(
            name: name, arguments: "[-S list] [-k password] [options...] [keychain]",
            help: """
                Accepted for scripts: there are no partition lists here.
                    -k  the password of the keychain, which is checked
                """
        ) { invocation in
            var (options, password) = (OptionReader(letters, invocation.arguments), String?.none)
            while let (letter, value) = try options.next() { if letter == "k" { password = value } }
            guard options.operands.count <= 1 else { throw UsageError() }
            let operand = options.operands.first
            try calling("SecKeychainItemSetAccessWithPassword") {
                // A keychain that does not exist is an error without a password too.
                _ = try invocation.keychains.portable(operand)
                guard let password else { return }
                try invocation.keychains.check(operand, SecretBytes(copying: Array(password.utf8)))
            }
        }
    }
}

extension KeychainChoice {
    /// Checks the password of a keychain. A portable one is unlocked afterwards, as by any use of its password.
    ///
    /// - Throws: `.authenticationFailed`
    fileprivate func check(_ operand: String?, _ password: borrowing SecretBytes) throws {
        if let portable = try portable(operand) { return try portable.unlock(password: password) }
        let keychain = try openDefault()
        guard try keychain.lockState() != .noPasscode else { return }
        guard try keychain.verify(passcode: password) else {
            throw KeychainError(.authenticationFailed, "the passcode is wrong")
        }
    }
}
