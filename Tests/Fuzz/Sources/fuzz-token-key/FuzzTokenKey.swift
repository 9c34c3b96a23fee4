import Foundation
import FuzzInput

@testable import KeychainServices

/// Any bytes as a key in hardware, as its item has it or as a program keeps it: refused, or read and written again without a change.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Data(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    fuzzItem(bytes)
    fuzzSealed([UInt8](bytes))
    return 0
}

private func fuzzItem(_ bytes: Data) {
    guard let key = try? TokenKey(bytes) else { return }
    if key.publicHalf.count != 65 || key.publicHalf.first != 4 { finding("a key without a point") }
    // A key in software is a number and a point, which is derived from the number.
    guard case .tpm = key else { return }
    if (try? key.data()) != bytes { finding("changed on the way") }
}

private func fuzzSealed(_ bytes: [UInt8]) {
    guard let sealed = try? SealedKey(bytes) else { return }
    if sealed.publicHalf.count != 65 { finding("a public half of another length") }
    try? sealed.withRow { row in
        let parts = [row.tags, row.wrappedKey, row.metadata, row.secret]
        let counted = 8 + 65 + 16 + 1 + 16 + parts.reduce(0) { $0 + 4 + $1.count }
        if counted != bytes.count { finding("bytes that belong to no part") }
    }
}
