import Foundation
import Glibc
import KeychainServices
import Secrets
import TestSupport

@testable import DataProtection

extension TemporaryDirectory {
    /// Everything in it but the keychain.
    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).filter { $0 != "home" }.sorted() }
    }
}

func secret(_ text: String) -> SecretBytes { SecretBytes(copying: text.utf8) }

/// `count` bytes, others for another seed.
func content(_ count: Int, seed: UInt64 = 1) -> Data {
    var state = seed
    return Data(
        (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 33)
        })
}

/// What `body` throws, or nil.
func failure(of body: () throws(ProtectedFileError) -> Void) -> ProtectedFileError? {
    do throws(ProtectedFileError) {
        try body()
        return nil
    } catch {
        return error
    }
}

func put(_ bytes: Data, at path: String) throws { try bytes.write(to: URL(fileURLWithPath: path)) }
func bytes(of path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

func status(of path: String) throws -> stat {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    return status
}
