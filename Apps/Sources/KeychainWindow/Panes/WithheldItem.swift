import AgentClient
import GtkSupport
import KeychainServices

/// Opens an item that asks the user for something before anything of it is read. An agent asks for fingers and the passcode; the window asks
/// for a password of the item's own.
@MainActor enum WithheldItem {
    /// - Parameter show: called with the item and what the user has shown, unless the user cancels.
    static func open(
        _ details: ItemDetails, _ context: WindowContext, then show: @escaping @MainActor (ItemDetails) -> Void
    ) {
        let proof = AuthenticationContext()
        let read: @MainActor () async throws -> ItemDetails = {
            try await context.session.thread.run {
                try ItemDetails(details.reference, in: details.keychain, proof, asks: true)
            }
        }
        let flags = details.item[.accessControl]?.accessControl?.flags ?? []
        guard flags.contains(.applicationPassword) else { return context.run { show(try await read()) } }
        Task {
            let dialog = SecretsDialog(
                text("Password of the Item"), text("The program that stored this item has given it a password."),
                fields: [text("Password of the item")], action: text("Show"))
            var found: ItemDetails?
            _ = await dialog.show(over: context.dialogs.front) { fields in
                do {
                    try proof.setApplicationPassword(fields.first.map { $0.withUTF8 { SecretBytes(copying: $0) } })
                    found = try await read()
                    return nil
                } catch { return ErrorText.message(error) }
            }
            if let found { show(found) }
        }
    }
}
