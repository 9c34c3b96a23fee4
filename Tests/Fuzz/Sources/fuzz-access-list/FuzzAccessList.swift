import Foundation
import FuzzInput

@testable import KeychainServices

/// Any bytes as the access lists of an item: they name nobody, or are read and written again without a change.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Data(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    let found = AccessList(of: [.accessList: .data(bytes)])
    guard let lists = try? AccessList(encoded: bytes) else {
        if found != .namingNobody { finding("bytes that are no lists name somebody") }
        return 0
    }
    if found != lists { finding("other lists") }
    if (try? lists.encoded()) != bytes { finding("changed on the way") }
    for program in lists.programs.named where !AccessList.isCanonical(program.path) { finding("a path of nobody's") }
    let asked = lists.identified(by: lists.unaskedPaths.reduce(into: [:]) { $0[$1] = .unknown })
    if !asked.unaskedPaths.isEmpty { finding("a program that was not identified") }
    if asked.programs.paths != lists.programs.paths { finding("other programs") }
    return 0
}
