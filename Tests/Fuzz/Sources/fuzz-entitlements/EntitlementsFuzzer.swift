import Foundation
import FuzzInput

@testable import KeychainServices

/// Any bytes as an entitlements list: refused with the right status, or a list of groups without an empty name.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        let list = Data(UnsafeRawBufferPointer(start: start, count: count))
        _ = try AccessGroups.webCredentials(ofSystemList: list, path: "list")
        let groups = try AccessGroups(entitlements: list, path: "list")
        if groups.names.contains("") || groups.names.contains("*") { finding("a group that is none") }
    } catch let error where error.code != .missingEntitlement {
        finding("another status: \(error.code.rawValue)")
    } catch {}
    return 0
}
