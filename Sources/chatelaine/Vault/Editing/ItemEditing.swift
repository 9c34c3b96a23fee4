import Foundation
import Glibc
import KeychainServices
import LinuxSupport
import PasswordVault

/// The editing of an item in the user's editor, until it is stored or abandoned.
struct ItemEditing {
    private static let fileName = "item.txt"
    private let vault: any VaultService

    init(_ vault: any VaultService) { self.vault = vault }

    /// - Returns: the item as it is stored afterwards.
    /// - Throws: if the user abandons the changes, or the editor ends with an error. No part of the text is left behind.
    func edit(_ stored: VaultItem) throws -> VaultItem {
        guard Terminal() != nil else {
            throw Failure(
                .usage, "there is no terminal for an editor, and no change was given",
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
                // From now on the text is compared with the version that another process has stored in the meantime.
                current = try vault.item(stored.id)
            }
        }
    }

    /// Runs the editor on a text and returns the edited text. The file is removed by then, also while a question is asked.
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
