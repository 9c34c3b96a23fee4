import Foundation
import KeychainServices
import PasswordVault
import Secrets
import Synchronization
import VaultExchange

/// The content of a file of another program, compared with the vault.
struct VaultImport: Sendable {
    /// The result of an attempt to read the file.
    enum Outcome: Sendable {
        case read(VaultImport)
        /// The file is encrypted.
        case needsPassword
        case wrongPassword
    }

    let path: String
    /// The format, for people.
    let format: String
    /// Whether the file is plain text.
    let isPlain: Bool
    private let content: ImportedContent

    /// Reads a file. Blocks.
    ///
    /// - Throws: ``ExchangeError``.
    static func read(_ path: String, password: Secret?, keyFile: String?) throws -> Outcome {
        let source = try ImportSource(path: path)
        let format = try FormatRecognition.format(of: source)
        var context = ImportContext()
        let wasAsked = Mutex(false)
        context.password = { _, isAgain in
            wasAsked.withLock { $0 = true }
            return isAgain ? nil : password?.copy()
        }
        if let keyFile {
            var bytes = try ImportSource(path: keyFile).contents(atMost: 64 << 20)
            defer { bytes.resetBytes(in: bytes.startIndex..<bytes.endIndex) }
            context.keyFile = SecretFile(copying: bytes)
        }
        do {
            let content = try format.read(source, context)
            return .read(
                VaultImport(
                    path: path, format: format.title, isPlain: !wasAsked.withLock { $0 }, content: content))
        } catch let error as ExchangeError {
            switch error.kind {
            case .passwordRequired: return .needsPassword
            case .wrongPassword: return password == nil ? .needsPassword : .wrongPassword
            case .damaged, .tooLarge, .unsupported, .io, .cancelled: throw error
            }
        }
    }

    /// Compares with a vault. Blocks.
    func plan(for vault: any VaultService, foldersAsTags: Bool) throws -> ImportPlan {
        try ImportPlan(content, for: vault, folders: foldersAsTags ? .tags : .none)
    }

    /// Whether any item is in a folder.
    var hasFolders: Bool { content.items.contains { !$0.folder.isEmpty || $0.sourceVault != nil } }
}

/// The file that an export of the window writes.
final class ExportedFile: ExportDestination {
    let directory: String? = nil
    private let file: FileToWrite

    init(_ path: String) throws { file = try FileToWrite(path) }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        let data = Data(wipedWhenFreed: bytes)
        try file.write(data)
    }

    func finish() throws { try file.finish() }
}

extension ExportFormat {
    /// Writes a vault to a file. Blocks.
    ///
    /// - Parameter password: the file's, for a format that is encrypted.
    /// - Returns: what the format has no place for.
    func export(_ vault: any VaultService, to path: String, password: Secret?) throws -> [ImportRemark] {
        let items = try ExportedItem.all(of: vault)
        var context = ExportContext()
        context.vaultName = vault.name
        context.password = { password?.copy() }
        let file = try ExportedFile(path)
        let remarks = try write(items, to: file, context)
        try file.finish()
        return remarks
    }
}
