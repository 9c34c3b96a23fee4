/// One of the commands, such as `find-generic-password`.
struct Command: Sendable {
    let name: String
    /// The arguments, as they are shown behind the name.
    let arguments: String
    /// What it does, and its options, a line each.
    let help: String
    let run: @Sendable (inout Invocation) throws -> Void

    /// What is printed about arguments that it does not take.
    var usage: String { "Usage: \(name) \(arguments)\n\(help)\n" }
}

/// The arguments of a command, and what it works with.
struct Invocation {
    let arguments: [String]
    let console: any Console
    let keychains: KeychainChoice
    /// Whether extra messages are left out.
    let isQuiet: Bool
}
