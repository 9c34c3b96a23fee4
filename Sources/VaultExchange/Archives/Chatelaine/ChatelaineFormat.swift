import Foundation
import PasswordVault
import Secrets

/// Chatelaine's own encrypted export, which keeps everything.
///
/// Specified in: Docs/exchange-file-format.md.
struct ChatelaineFormat: ImportFormat, ExportFormat {
    let name = "chatelaine"
    let title = "Chatelaine (encrypted)"
    let isEncrypted = true
    let isDirectory = false

    func recognizes(_ source: ImportSource) -> Bool { source.head.starts(with: ChatelaineHeader.magic) }

    func read(_ source: ImportSource, _ context: ImportContext) throws -> ImportedContent {
        let file = try source.contents()
        let header = try ChatelaineHeader(file)
        var isAgain = false
        while true {
            try context.checkCancellation()
            guard let password = try context.password("Password of the exported file", isAgain) else {
                throw isAgain
                    ? ExchangeError(.wrongPassword, "the password is wrong, or the file was changed")
                    : ExchangeError(.passwordRequired, "the file is encrypted")
            }
            let key = try header.key(password)
            let content = try ChatelaineStream.open(file, header, key: key) {
                try context.checkCancellation()
                context.progress($0)
            }
            guard var content else {
                isAgain = true
                continue
            }
            defer { content.withUnsafeMutableBytes { wipe($0) } }
            return ImportedContent(items: try ChatelaineRecords.read(content))
        }
    }

    func write(
        _ items: [ExportedItem], to destination: any ExportDestination, _ context: ExportContext
    ) throws -> [ImportRemark] {
        guard let password = try context.password(), password.count > 0 else {
            throw ExchangeError(.passwordRequired, "the file needs a password")
        }
        let header =
            context.derivesCheaply
            ? ChatelaineHeader(passes: 1, memory: 64) : ChatelaineHeader(passes: 3, memory: 256 << 10)
        let key = try header.key(password)
        let sealer = try ChatelaineStream.Sealer(header, key: key, to: destination)
        for (index, item) in items.enumerated() {
            try context.checkCancellation()
            try sealer.append(ChatelaineRecords.record(item.item))
            for attachment in item.attachments { try Self.append(attachment, to: sealer) }
            if index.isMultiple(of: 100) { context.progress(Double(index) / Double(items.count)) }
        }
        try sealer.append(ChatelaineRecords.end(items.count))
        try sealer.finish()
        return []
    }

    private static func append(_ attachment: ImportedAttachment, to sealer: ChatelaineStream.Sealer) throws {
        try sealer.append(ChatelaineRecords.start(of: attachment))
        var count = 0
        try attachment.content.read {
            count += $0.count
            try sealer.append($0)
        }
        guard count == attachment.content.size else {
            throw ExchangeError(.damaged, "the attachment “\(attachment.name)” does not have its size")
        }
    }
}
