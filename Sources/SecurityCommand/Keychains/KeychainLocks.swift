import KeychainServices
import Secrets

extension Command {
    static let lockKeychain = Command(
        name: "lock-keychain", arguments: "[-a | keychain]",
        help: """
            Lock a keychain.
                -a  all keychains
            """
    ) { invocation in
        var (options, locksAll) = (OptionReader("a", invocation.arguments), false)
        while try options.next() != nil { locksAll = true }
        guard options.operands.count <= (locksAll ? 0 : 1) else { throw UsageError() }
        let (operand, keychains) = (options.operands.first, invocation.keychains)
        try calling("SecKeychainLock \(operand ?? "<default>")") {
            if locksAll { try keychains.user.lockPortable() }
            guard !locksAll, let portable = try keychains.portable(operand) else {
                return try keychains.openDefault().lock()
            }
            try portable.lock()
        }
    }

    static let unlockKeychain = Command(
        name: "unlock-keychain", arguments: "[-u] [-p password] [keychain]",
        help: """
            Unlock a keychain.
                -p  the password
                -u  without a password: only find out whether it is unlocked
            """
    ) { invocation in
        var (options, given, usesPassword) = (OptionReader("p:u", invocation.arguments), String?.none, true)
        while let (letter, value) = try options.next() {
            if letter == "p" { given = value } else { usesPassword = false }
        }
        guard options.operands.count <= 1 else { throw UsageError() }
        let (operand, keychains) = (options.operands.first, invocation.keychains)
        let function = "SecKeychainUnlock \(operand ?? "<default>")"
        guard usesPassword else { return try calling(function) { try keychains.requireUnlocked(operand) } }
        // A name that stands for nothing is not worth a password.
        _ = try calling(function) { try keychains.portable(operand) }
        let password = try invocation.console.password(given, asking: "password to unlock \(operand ?? "default"): ")
        try calling(function) { try keychains.unlock(operand, password) }
    }

    static let setKeychainPassword = Command(
        name: "set-keychain-password", arguments: "[-o oldPassword] [-p newPassword] [keychain]",
        help: """
            Change the password of a keychain.
                -o  the old password
                -p  the new password
            """
    ) { invocation in
        var options = OptionReader("o:p:", invocation.arguments)
        var (old, new) = (String?.none, String?.none)
        while let (letter, value) = try options.next() { if letter == "o" { old = value } else { new = value } }
        guard options.operands.count <= 1 else { throw UsageError() }
        let (operand, console) = (options.operands.first, invocation.console)
        let function = "SecKeychainChangePassword \(operand ?? "<default>")"
        let portable = try calling(function) { try invocation.keychains.portable(operand) }
        let from = try console.password(old, asking: "Old Password: ")
        let to = try console.newPassword(new, asking: "New Password: ", again: "Retype New Password: ")
        try calling(function) {
            if let portable { return try portable.changePassword(from: from, to: to) }
            try invocation.keychains.openDefault().changePasscode(from: from, to: to)
        }
    }
}

extension KeychainChoice {
    /// Unlocks a keychain; the default one, if it has no passcode, is unlocked.
    func unlock(_ operand: String?, _ password: borrowing SecretBytes) throws {
        if let portable = try portable(operand) { return try portable.unlock(password: password) }
        let keychain = try openDefault()
        guard try keychain.lockState() != .noPasscode else { return }
        try keychain.unlock(passcode: password)
    }

    /// - Throws: `.interactionNotAllowed` if the keychain is locked.
    func requireUnlocked(_ operand: String?) throws {
        let isUnlocked =
            if let portable = try portable(operand) { try portable.isUnlocked() } else {
                try !openDefault().lockState().isLocked
            }
        guard isUnlocked else { throw KeychainError(.interactionNotAllowed, "the keychain is locked") }
    }
}

extension LockState {
    fileprivate var isLocked: Bool { self != .unlocked && self != .noPasscode }
}
