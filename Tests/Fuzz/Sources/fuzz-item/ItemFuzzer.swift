import Foundation
import FuzzInput

@testable import KeychainServices

/// Any bytes as the attributes of an item: they are refused, or read and written again without a change.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let attributes = try? AttributeCoding.decode(UnsafeRawBufferPointer(start: start, count: count)) else {
        return 0
    }
    let encoded = AttributeCoding.encode(attributes)
    guard let again = encoded.withUnsafeBytes({ try? AttributeCoding.decode($0) }) else {
        finding("encoded, not decoded")
    }
    guard isSame(attributes, again) else { finding("changed on the way") }
    for (_, value) in attributes { _ = value.normalForm }
    return 0
}

private func isSame(_ one: Attributes, _ other: Attributes) -> Bool {
    one.count == other.count
        && zip(one, other).allSatisfy { one, other in
            guard one.key == other.key else { return false }
            switch (one.value, other.value) {
            case (.real(let one), .real(let other)): return one.bitPattern == other.bitPattern
            // A number of microseconds beyond what a date tells apart.
            case (.date(let one), .date(let other)) where abs(one.timeIntervalSinceReferenceDate) > 1e9:
                return abs(one.timeIntervalSince(other)) <= abs(one.timeIntervalSinceReferenceDate) * 1e-12
            case (let one, let other): return one == other
            }
        }
}
