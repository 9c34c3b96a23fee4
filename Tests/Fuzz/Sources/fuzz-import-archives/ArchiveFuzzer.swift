import Foundation
import FuzzInput

@testable import VaultExchange

/// Any bytes as a file of another password manager, in each of the formats of JSON and archives: read or refused.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    let source = ImportSource(Data(bytes: start, count: count))
    // Without a password: deriving keys would take all of the time.
    let formats: [any ImportFormat] = [
        OnePUXFormat(), BitwardenFormat(), ProtonFormat(), CXFFormat(), EnpassFormat(), OnePIFFormat(),
        ChatelaineFormat(),
    ]
    for format in formats {
        _ = format.recognizes(source)
        do {
            for item in try format.read(source, ImportContext()).items where item.item.title.isEmpty {
                finding("an item without a title, in \(format.name)")
            }
        } catch is ExchangeError {} catch { finding("another error, in \(format.name)") }
    }
    return 0
}
