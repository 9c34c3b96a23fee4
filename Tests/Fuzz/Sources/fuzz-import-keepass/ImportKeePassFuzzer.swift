import Foundation
import FuzzInput
import PasswordVault
import Secrets

@testable import VaultExchange

/// Any bytes as each of the formats of KeePass, and as the contents that their encryption hides, without which no change would get behind the
/// code. The first byte chooses.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let choice = input.byte()
    let bytes = input.rest()
    let source = ImportSource(Data(bytes))
    switch choice % 9 {
    case 0: check(try? KeePassXMLFormat().read(source, ImportContext()))
    case 1: check(try? KeePass1XMLFormat().read(source, ImportContext()))
    case 2: check(try? KWalletFormat().read(source, ImportContext()))
    // The costs are checked here and not paid.
    case 3: _ = try? KDBXHeader(bytes)
    case 4: check(inner(bytes))
    case 5: check(records(bytes))
    case 6: _ = try? KeePassKeyFile.key(bytes)
    case 7: _ = try? Gzip.inflate(bytes, limit: 1 << 20)
    default: roundTrip(bytes)
    }
    return 0
}

private func inner(_ bytes: UnsafeRawBufferPointer) -> ImportedContent? {
    guard let content = try? KDBXContainer.withInnerHeader(WipedBuffer(copying: bytes)),
        let database = try? KeePassDocumentReader(content, ImportContext()).read()
    else { return nil }
    var items = KeePassItems(database, ImportContext())
    return try? items.content()
}

private func records(_ bytes: UnsafeRawBufferPointer) -> ImportedContent? {
    guard let database = try? KDBDatabase.entries(WipedBuffer(copying: bytes), groups: 3, entries: 3) else {
        return nil
    }
    var items = KeePassItems(database, ImportContext())
    return try? items.content()
}

private func check(_ content: ImportedContent?) {
    for item in content?.items ?? [] {
        if item.position.isEmpty { finding("an item without a position") }
        if item.history.count > 1000 { finding("too many former secrets") }
        if item.attachments.contains(where: { $0.name.contains("/") }) { finding("a directory in a file name") }
    }
}

/// Any text as the values of an item, which an export has to keep.
private func roundTrip(_ bytes: UnsafeRawBufferPointer) {
    let text = String(decoding: bytes, as: UTF8.self)
    var item = VaultItem(.login, title: text)
    item["username"] = .text(text)
    item["password"] = .secret(Secret(text))
    item.fields.append(Field(id: "a", label: text, kind: .concealed, value: .secret(Secret(text))))
    guard let document = try? KeePassDocumentWriter(InnerStream()).write([ExportedItem(item)], ExportContext()),
        let database = try? KeePassDocumentReader(
            KDBXContent(document: document, stream: InnerStream()), ImportContext()
        ).read()
    else { finding("an export that cannot be read") }
    var items = KeePassItems(database, ImportContext())
    guard let back = try? items.content().items.first?.item else { finding("an item is lost") }
    guard back.title == text, back.secret("password")?.text ?? "" == text, back.secret("a")?.text ?? "" == text else {
        finding("a value is changed")
    }
}
