@testable import AsymmetricKeys
@testable import ExchangeFormats
import FuzzInput

/// Any bytes as a file of keys and certificates: refused, or written in a way that is read as the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
    // A few iterations: what they lead to is the same as after many.
    let budget = DerivationBudget(iterations: 16)
    guard let contents = try? ExchangeReader.read(bytes, Passphrase("secret"), budget: budget) else { return 0 }
    guard FormatDetector.detect(bytes) != nil || contents.format == .rawKey else { finding("read, not recognised") }
    guard !contents.items.isEmpty else { return 0 }
    guard let written = try? ExchangeWriter.write(contents.items, as: .pemSequence) else {
        finding("read, not written")
    }
    let again = written.withUnsafeBytes { try? ExchangeReader.read($0) }
    guard let again, again.items.map(\.type) == contents.items.map(\.type) else { finding("written, not read") }
    for (one, other) in zip(contents.items, again.items) where !isSame(one, other) { finding("another item") }
    return 0
}

private func isSame(_ one: ExchangeItem, _ other: ExchangeItem) -> Bool {
    switch (one.content, other.content) {
    case (.certificate(let one), .certificate(let other)): one == other
    case (.publicKey(let one), .publicKey(let other)): one == other
    case (.privateKey(let one), .privateKey(let other)): one == other
    default: false
    }
}
