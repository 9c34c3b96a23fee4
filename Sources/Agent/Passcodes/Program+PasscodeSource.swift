import AccessPolicy

extension Program {
    /// The place that passcodes come from that this program sends.
    var passcodeSource: PasscodeSource {
        guard subject.strength != .confined else { return asProgram }
        switch role {
        case .commandLine: return terminal.map { .terminal($0) } ?? asProgram
        case .vaultWindow, .sheetWindow, .keychainWindow: return .prompt
        case .browserHost, .other: return asProgram
        }
    }

    /// The same for what no person has typed: the password of a login.
    var asProgram: PasscodeSource {
        let source = PasscodeSource(subject, process: process)
        // Every program can start the command line.
        guard isCommandLine, case .program(let name, _) = source else { return source }
        return .program(name, isKnown: false)
    }
}

extension PasscodeSource {
    /// Whether a person has typed what comes from there: nothing else counts for erasing.
    var isPerson: Bool {
        if case .program = self { false } else { true }
    }
}
