import ArgumentParser
import Foundation
import KeychainServices

struct SetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Stores or replaces a generic password.",
        discussion: """
            The password is asked for twice on a terminal. Otherwise it is all of standard input less one newline at its end, \
            16 MiB at most. If an item with that service and account exists, in whatever group, it gets the new password; \
            where there are several, --group says which.

            Examples:
              chatelaine set mail.example.com alice
              chatelaine generate | chatelaine set mail.example.com alice
              chatelaine set backup key < key.bin
              chatelaine set mail alice --attr accessible=after-first-unlock
            """
    )

    @Argument(help: "The service.", completion: KeychainCompletion.services) var service: String
    @Argument(help: "The account.", completion: KeychainCompletion.accounts) var account: String
    /// Taken so that the parser does not repeat what might be a secret.
    @Argument(help: .hidden) var surplus: [String] = []
    @Option(name: .shortAndLong, help: "The label.") var label: String?
    @Option(
        name: .customLong("attr"), help: .repeated("A further attribute and its value."),
        completion: KeychainCompletion.attributes,
        transform: AttributeArgument.parse)
    var attributes: [AttributeArgument] = []
    @Option(
        name: .long, help: AccessControlArgument.help, completion: KeychainCompletion.requirements,
        transform: AccessControlArgument.parse)
    var require: AccessControl.Flags?
    @OptionGroup var access: KeychainOptions

    func run() throws {
        guard surplus.isEmpty else {
            throw Failure.usage(
                "there are more arguments than a service and an account, and a secret is never an argument",
                remedy: "leave it out: it is asked for, or read from standard input")
        }
        var given = Attributes()
        if let label { given[.label] = .string(label) }
        for argument in attributes { given[argument.key] = try argument.newValue(in: .genericPassword) }
        try AccessControlArgument.require(require, in: &given)
        let storage = SecretStorage(service: service, account: account, group: access.group, attributes: given)
        try storage.run(in: Session(access))
    }
}
