import Foundation
import PasswordTools
import PasswordVault
import Secrets

/// `otpauth` addresses, one a line; addresses by which Google Authenticator moves accounts; and a picture of the QR code of either.
struct OTPAuthFormat: ImportFormat {
    let name = "otpauth"
    let title = "One-time codes (otpauth, Google Authenticator, QR code)"
    /// The most bytes of a text.
    private static let largest = 16 << 20
    private static let mostLines = 100_000

    func recognizes(_ source: ImportSource) -> Bool {
        if Self.isPicture(source.head) { return true }
        let first = source.headText.drop(while: \.isWhitespace).prefix(20).lowercased()
        return first.hasPrefix("otpauth://") || first.hasPrefix(Migration.scheme) || first.hasPrefix("steam://")
    }

    private static func isPicture(_ data: Data) -> Bool {
        data.starts(with: [0x89, 0x50, 0x4E, 0x47]) || data.starts(with: [0xFF, 0xD8, 0xFF])
    }

    func read(_ source: ImportSource, _ context: ImportContext) throws -> ImportedContent {
        let text = Self.isPicture(source.head) ? try Self.picture(source) : try Self.text(source)
        var content = ImportedContent()
        var batches = MigrationBatches()
        var number = 0
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            number += 1
            guard number <= Self.mostLines else {
                throw ExchangeError(.tooLarge, "there are more than \(Self.mostLines) lines", remedy: "split the file")
            }
            if number & 255 == 0 { try context.checkCancellation() }
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.isEmpty || line.hasPrefix("#") { continue }
            if line.lowercased().hasPrefix(Migration.scheme) {
                try batches.read(line, at: "line \(number)", into: &content)
            } else if ["otpauth://", "steam://"].contains(where: line.lowercased().hasPrefix) {
                OneTimeCodeItems.add(uri: line, at: "line \(number)", to: &content)
            } else {
                content.remarks.append(ImportRemark("line \(number)", "left out: the line is no otpauth address"))
            }
        }
        guard number > 0, !content.items.isEmpty || !content.remarks.isEmpty else {
            throw ExchangeError(.damaged, "there are no otpauth addresses in it", remedy: "check the file")
        }
        content.remarks += batches.missing
        return content
    }

    private static func text(_ source: ImportSource) throws(ExchangeError) -> String {
        try DecodedText.exact(source.contents(atMost: largest))
    }

    private static func picture(_ source: ImportSource) throws -> String {
        let data = try source.contents(atMost: QRCodeReader.largestFile)
        do {
            return try data.withUnsafeBytes { data in
                try QRCodeReader.read(image: data).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
            }
        } catch let error as QRCodeError {
            throw ExchangeError(.damaged, error.reason, remedy: error.remedy)
        }
    }
}

/// A text of `otpauth` addresses, one a line.
struct OTPAuthExport: ExportFormat {
    let name = "otpauth"
    let title = "One-time codes (otpauth)"
    let isEncrypted = false
    let isDirectory = false

    func write(
        _ items: [ExportedItem], to destination: any ExportDestination, _ context: ExportContext
    ) throws -> [ImportRemark] {
        var remarks: [ImportRemark] = []
        for item in items {
            if context.cancellation?.isCancelled ?? false { throw ExchangeError(.cancelled, "interrupted") }
            guard let code = OneTimeCodeItems.code(item.item) else {
                remarks.append(ImportRemark(item.item.title, "left out: it has no one-time code"))
                continue
            }
            try code.uri().withUnsafeBytes { try destination.write($0) }
            try withUnsafeBytes(of: UInt8(0x0A)) { try destination.write($0) }
            remarks += ExportRemainder.of(
                item, besides: ["username"] + OneTimeCodeItems.fields(item.item), websites: 0, notes: false
            )
            .map { ImportRemark(item.item.title, $0) }
        }
        return remarks
    }
}
