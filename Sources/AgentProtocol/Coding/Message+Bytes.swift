import Foundation
import SwiftProtobuf

extension Message {
    /// - Parameter bytes: are read during the call only.
    /// - Throws: `.malformed` for what is no message. Fields that this version does not know are no error.
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

    /// - Throws: `.malformed` for a message that cannot be encoded: none of ours.
    package func encoded() throws(FrameError) -> [UInt8] {
        do {
            return try serializedBytes()
        } catch {
            throw .malformed
        }
    }
}
