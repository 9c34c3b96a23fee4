import Foundation
import FuzzInput
import PasswordVault
import Secrets

@testable import VaultExchange

/// Any bytes as each of the text formats that needs no password, and as the texts within a password store and a migration. The first byte
/// chooses.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let choice = Int(input.byte())
    let bytes = input.rest()
    // A picture is decoded by libraries, which have fuzz targets of their own.
    let source = ImportSource(Data(bytes))
    switch choice % 4 {
    case 0:
        let format = formats[choice / 4 % formats.count]
        _ = format.recognizes(source)
        check(try? format.read(source, ImportContext()))
    case 1:
        let draft = PasswordStoreEntry.draft(String(decoding: bytes, as: UTF8.self), name: "a", folder: [])
        var remarks: [ImportRemark] = []
        if draft.item(at: "a", &remarks).item.title != "a" { finding("another title") }
    case 2: readMessage(Array(bytes))
    default: roundTrip(bytes)
    }
    return 0
}

private let formats: [any ImportFormat] = [
    CSVFormat(.generic), CSVFormat(.bitwarden), CSVFormat(.lastPass), CSVFormat(.nordPass), CSVFormat(.protonPass),
    CSVFormat(.enpass), CSVFormat(.keeper), CSVFormat(.keePass), CSVFormat(.dashlanePayments), NetrcFormat(),
    KeychainDumpFormat(), AegisFormat(), TwoFASFormat(), AndOTPFormat(), FreeOTPFormat(), RaivoFormat(),
]

private func check(_ content: ImportedContent?) {
    for item in content?.items ?? [] {
        if item.position.isEmpty { finding("an item without a position") }
        if item.item.title.isEmpty { finding("an item without a title") }
    }
}

private func readMessage(_ bytes: [UInt8]) {
    var content = ImportedContent()
    var batches = MigrationBatches()
    let address = Migration.scheme + "offline?data=" + Data(bytes).base64EncodedString()
    try? batches.read(address, at: "line 1", into: &content)
    check(content)
}

/// Any text as the values of a login, which an export has to keep.
private func roundTrip(_ bytes: UnsafeRawBufferPointer) {
    // A zero byte makes a file no text.
    let text = String(decoding: bytes, as: UTF8.self).replacing("\0", with: "0")
    guard text.utf8.count < CSVReader.largestField else { return }
    var item = VaultItem(.login, title: "a")
    item["username"] = .text("a" + text)
    item["password"] = .secret(Secret("a" + text))
    let buffer = ExportBuffer()
    guard (try? CSVExport.chrome.write([ExportedItem(item)], to: buffer, ExportContext())) != nil,
        let read = try? CSVFormat(.chrome).read(ImportSource(buffer.data), ImportContext()).items.first?.item
    else { finding("an export that cannot be read") }
    if read.secret("password")?.text != "a" + text || read.text("username") != "a" + text { finding("another value") }
}
