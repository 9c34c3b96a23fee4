import Foundation
import SwiftProtobuf

extension Message {
    /// - Parameter bytes: are read only during the call.
    /// - Throws: `.malformed` for bytes that are not a message. Fields that this version does not know are not an
    ///   error.
    package init(decoding bytes: UnsafeRawBufferPointer) throws(FrameError) {
        guard let start = bytes.baseAddress, bytes.count > 0 else {
            self.init()
            return
        }
        let data = Data(bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: bytes.count, deallocator: .none)
        do {
            try self.init(serializedBytes: data)
        } catch {
            throw .malformed
        }
    }

    /// - Throws: `.malformed` for a message that cannot be encoded, which no message of this protocol is.
    package func encoded() throws(FrameError) -> [UInt8] {
        do {
            return try serializedBytes()
        } catch {
            throw .malformed
        }
    }
}
