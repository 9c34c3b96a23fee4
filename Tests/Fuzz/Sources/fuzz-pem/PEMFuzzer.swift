import FuzzInput

@testable import ExchangeFormats

/// Any bytes as PEM, as Base64, and as OpenSSH's files: Base64 that is read is written in the same letters.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
    var reader = PEMReader(bytes)
    var parts = 0
    while let block = (try? reader.next()) ?? nil {
        parts += 1
        check(block.text)
        _ = try? EncryptedPEM(block.headers)
    }
    if parts > 0, !PEMReader.isPEM(bytes) { finding("parts in a file that is none") }
    check(bytes)
    var budget = DerivationBudget(iterations: 16)
    _ = try? SSHPrivateKey.read(bytes, .none, &budget)
    _ = try? SSHPublicKey.read(blob: bytes)
    _ = try? SSHPublicKey.read(bytes)
    return 0
}

private func check(_ text: UnsafeRawBufferPointer) {
    guard let decoded = Base64.decode(text) else { return }
    var letters: [UInt8] = []
    decoded.withUnsafeBytes { Base64.encode($0, lineLength: .max) { letters.append($0) } }
    let again = letters.withUnsafeBytes { Base64.decode($0)?.equals(decoded) }
    if again != true { finding("written, not read") }
}
