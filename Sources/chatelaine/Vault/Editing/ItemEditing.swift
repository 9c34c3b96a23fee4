import Foundation
import Glibc
import KeychainServices
import LinuxSupport
import PasswordVault

/// An item in the user's editor, until it is stored or given up.
struct ItemEditing {
    private static let fileName = "item.txt"
    private let vault: any VaultService

    init(_ vault: any VaultService) { self.vault = vault }

    /// - Returns: the item as it is stored then.
    /// - Throws: if it was given up, or the editor ended with an error. Nothing of the text is left behind.
    func edit(_ stored: VaultItem) throws -> VaultItem {
        guard Terminal() != nil else {
            throw Failure(
                .usage, "there is no terminal for an editor, and nothing says what to change",
                remedy: "name fields: chatelaine vault edit ITEM NAME=VALUE --secret NAME")
        }
        let written = try Array((ItemDocument.introduction + ItemDocument.text(stored)).utf8)
        var (bytes, current) = (written, stored)
        while true {
            bytes = try Self.run(bytes)
            guard bytes != written else { return current }
            do {
                let edited = try ItemDocumentReader.read(bytes, for: current)
                return edited == current ? current : try vault.save(edited)
            } catch let error as ItemDocumentError {
                try askToGoOn("line \(error.line): \(error.reason)")
            } catch let error as KeychainError where error.code == .parameter {
                try askToGoOn(error.reason)
                // What somebody else has stored in the meantime is what the text is compared with from now on.
                current = try vault.item(stored.id)
            }
        }
    }

    /// Has the editor open a text, and returns what it is afterwards. The file is gone then, also while a question is asked.
    private static func run(_ bytes: [UInt8]) throws -> [UInt8] {
        try HeldSignals.whileHolding { signals in
            let directory = try PrivateDirectory()
            defer { directory.remove() }
            try directory.write(bytes, to: fileName)
            try EditorProcess.run(on: directory.path + "/" + fileName, signals, cleanUp: directory.remove)
            return try directory.read(fileName, limit: ItemDocument.largest)
        }
    }

    private func askToGoOn(_ problem: String) throws {
        StandardStreams.complain("the item was not stored: \(UntrustedText.forTerminal(problem))\n")
        guard let terminal = Terminal(),
            let answer = try terminal.lineOrEnd(answering: "Go on editing? Otherwise what you wrote is lost. [Y/n] "),
            !answer.lowercased().hasPrefix("n")
        else { throw givenUp }
    }

    private var givenUp: Failure {
        Failure(.cancelled, "the item was not changed", remedy: "edit it again when you are ready")
    }
}
