import ArgumentParser
import Foundation
import KeychainServices

struct AddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Adds an item of any class; never replaces one.",
        discussion: """
            The secret is asked for twice on a terminal, else it is all of standard input less one newline at its end. An item with \
            a server is an internet password unless --class says otherwise, any other a generic one.

            Examples:
              chatelaine add --server www.example.com --account alice --attr port=443
              chatelaine add --service notes --attr generic:hex=00ff --no-secret

            Attributes, for --attr here and elsewhere; four-letter keys are understood too:
              \(AttributeName.list)
            """
    )

    @Flag(help: "The item holds no secret.") var noSecret = false
    @OptionGroup var selection: SelectionOptions
    @Option(
        name: .long, help: AccessControlArgument.help, completion: KeychainCompletion.requirements,
        transform: AccessControlArgument.parse)
    var require: AccessControl.Flags?
    @OptionGroup var access: KeychainOptions

    func run() throws {
        let itemClass = selection.itemClass ?? (selection.server == nil ? .genericPassword : .internetPassword)
        var attributes = Attributes()
        for argument in try selection.arguments(group: access.group ?? Session.defaultGroup) {
            attributes[argument.key] = try argument.newValue(in: itemClass)
        }
        try AccessControlArgument.require(require, in: &attributes)
        let session = try Session(access)
        try session.unlockIfNeeded()
        let secret = noSecret ? nil : try SecretSource.newSecret("Secret of the new item: ")
        try session.change { _ = try $0.add(NewItem(itemClass, attributes, data: secret)) }
    }
}
