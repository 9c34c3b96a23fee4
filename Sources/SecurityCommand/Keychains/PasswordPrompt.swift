import Secrets

extension Console {
    /// Returns a password that was given as an argument, or asks for one.
    ///
    /// - Throws: ``Ending`` if there is none.
    func password(_ given: String?, asking prompt: String) throws -> SecretBytes {
        if let given { return SecretBytes(copying: Array(given.utf8)) }
        guard let password = try secret(prompt) else { throw Ending.aborted }
        return password
    }

    /// Same as ``password(_:asking:)``, for a new password: asks twice, three attempts.
    func newPassword(_ given: String?, asking prompt: String, again: String) throws -> SecretBytes {
        if let given { return SecretBytes(copying: Array(given.utf8)) }
        for _ in 0..<3 {
            guard let password = try secret(prompt), let repeated = try secret(again) else { throw Ending.aborted }
            if password.equals(repeated) { return password }
            complain("passwords don't match\n")
        }
        throw Ending(1)
    }
}

extension Ending {
    /// A prompt that was not answered.
    static var aborted: Ending { Ending(255) }

    /// An option that macOS's command has and this one has not.
    static func notImplemented(_ command: String, _ option: String) -> Ending {
        Ending(1, "security: \(command): “\(option)” is not implemented")
    }
}
