import Foundation
import FuzzInput
import Secrets

@testable import DataProtection
@testable import KeyManagement

/// Bytes as the beginning of a protected file, or as changes of a real one: refused, or a header that is written back as it was read;
/// and never another key than the one that was wrapped.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let choice = input.byte()
    var copy = choice & 1 == 0 ? sample.header : [UInt8](input.rest())
    if choice & 1 == 0 {
        while !input.isEmpty {
            let place = input.number(below: 1024)
            copy[place] = input.byte()
        }
    }
    // What libFuzzer could not find out by itself.
    if choice & 2 == 0, copy.count >= FileHeader.size { copy = withChecksum(Array(copy[..<FileHeader.size])) }
    if let header = try? copy.withUnsafeBytes({ try FileHeader($0) }) {
        if header.encoded() != copy { finding("a header that is not written as it was read") }
        check(header)
    }
    _ = try? (copy + sample.header).withUnsafeBytes { try HeaderCopies($0) }
    _ = Chunks(fileSize: Int(truncatingIfNeeded: input.integer()))
    return 0
}

private func check(_ header: FileHeader) {
    guard let key = try? sample.keys.unwrap(header.key) else { return }
    if header.key != sample.wrapped || !key.equals(sample.key) { finding("a key that was not wrapped like this") }
}

private func withChecksum(_ copy: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    let body = Array(copy[..<(FileHeader.size - 32)])
    body.withUnsafeBytes { body in digest.withUnsafeMutableBytes { sha256(body, into: $0) } }
    return body + digest
}

/// A key that is wrapped, and the header that has it.
private final class Sample: Sendable {
    let keys: KeySet
    let key = SecretBytes(random: 32)
    let wrapped: WrappedFileKey
    var header: [UInt8] { FileHeader(sequence: 1, key: wrapped).encoded() }

    init() throws {
        keys = try KeySet.make(deviceKey: .makeRandom()).addingFileKeys()
        wrapped = try keys.wrap(
            fileKey: key, for: .completeUntilFirstUserAuthentication, fileID: [UInt8](repeating: 1, count: 16),
            group: "group")
    }
}

private let sample: Sample = {
    do { return try Sample() } catch { finding("no sample: \(error)") }
}()
