import ArgumentParser

/// The options of commands that resolve references.
struct ReferenceOptions: ParsableArguments {
    @Flag(
        help:
            "Take the master password of each vault from a line of standard input, in the order in which the references name them."
    )
    var passwordStdin = false

    @Flag(help: "Take the keychain's passcode from the first line of standard input.")
    var passcodeStdin = false

    @Option(
        help: "A file with the token of a service account, in place of CHATELAINE_TOKEN_FILE and CHATELAINE_TOKEN.",
        completion: .file())
    var tokenFile: String?
}
