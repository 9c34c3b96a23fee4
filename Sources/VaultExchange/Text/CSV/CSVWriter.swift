import Foundation
import PasswordVault

/// CSV files that other programs import: logins with a few columns each.
struct CSVExport: ExportFormat {
    let name: String
    let title: String
    let isEncrypted = false
    let isDirectory = false
    /// The names of the columns.
    fileprivate let columns: [String]
    fileprivate let hasOneTimeCodes: Bool

    /// As Chrome, Edge and Brave import it.
    static let chrome = CSVExport(
        name: "chrome-csv", title: "Chrome, Edge, Brave (CSV)",
        columns: ["name", "url", "username", "password", "note"], hasOneTimeCodes: false)
    /// As Safari and Apple Passwords import it.
    static let apple = CSVExport(
        name: "apple-csv", title: "Safari, Apple Passwords (CSV)",
        columns: ["Title", "URL", "Username", "Password", "Notes", "OTPAuth"], hasOneTimeCodes: true)

    func write(
        _ items: [ExportedItem], to destination: any ExportDestination, _ context: ExportContext
    ) throws -> [ImportRemark] {
        var remarks: [ImportRemark] = []
        try Self.write(columns, to: destination)
        for (index, item) in items.enumerated() {
            if index & 255 == 0 {
                if context.cancellation?.isCancelled ?? false { throw ExchangeError(.cancelled, "interrupted") }
                context.progress(Double(index) / Double(items.count))
            }
            guard
                !item.item.websites.isEmpty || item.item.text("username") != nil || item.item.secret("password") != nil
            else {
                remarks.append(ImportRemark(item.item.title, "left out: it has no website, username or password"))
                continue
            }
            try Self.write(values(item.item), to: destination)
            let left = ExportRemainder.of(
                item, besides: ["username", "password"] + (hasOneTimeCodes ? OneTimeCodeItems.fields(item.item) : []),
                websites: 1)
            remarks += left.map { ImportRemark(item.item.title, $0) }
        }
        return remarks
    }

    private func values(_ item: VaultItem) -> [String] {
        let values = [
            item.title, item.websites.first?.address ?? "", item.text("username") ?? "",
            item.secret("password")?.text ?? "", item.notes?.text ?? "",
        ]
        return hasOneTimeCodes ? values + [OneTimeCodeItems.uri(item) ?? ""] : values
    }

    private static func write(_ values: [String], to destination: any ExportDestination) throws {
        let quoted = values.map { value in
            let needsQuotes =
                value.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
                || value.hasPrefix(" ") || value.hasSuffix(" ")
            return needsQuotes ? "\"" + value.replacing("\"", with: "\"\"") + "\"" : value
        }
        var line = Array((quoted.joined(separator: ",") + "\r\n").utf8)
        try line.withUnsafeMutableBytes { bytes in
            defer { _ = bytes.initializeMemory(as: UInt8.self, repeating: 0) }
            try destination.write(UnsafeRawBufferPointer(bytes))
        }
    }
}
