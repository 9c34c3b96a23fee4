import Foundation
import Glibc
import LinuxSupport

/// The frames of native messaging: a length of four bytes in the machine's order, then JSON.
package enum NativeMessages {
    /// The reason for which no further message can be read.
    package enum ReadError: Error, Equatable {
        /// The browser has closed the stream, maybe in the middle of a message.
        case ended
        /// The message has more than ``BrowserMessage/Limits/bytes``; its end is not looked for.
        case tooLarge
    }

    /// Reads the next message, and waits for it.
    package static func read(from descriptor: Int32) throws(ReadError) -> Data {
        let header = try read(4, from: descriptor)
        let length = header.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
        guard length <= BrowserMessage.Limits.bytes else { throw .tooLarge }
        return try read(Int(length), from: descriptor)
    }

    private static func read(_ count: Int, from descriptor: Int32) throws(ReadError) -> Data {
        var data = Data(count: count)
        var done = 0
        while done < count {
            let got = data.withUnsafeMutableBytes { bytes in
                Glibc.read(descriptor, bytes.baseAddress.map { $0 + done }, count - done)
            }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { throw .ended }
            done += got
        }
        return data
    }

    /// Writes a message.
    ///
    /// - Returns: whether the browser has taken it.
    package static func write(_ message: Data, to descriptor: Int32) -> Bool {
        guard let length = UInt32(exactly: message.count) else { return false }
        let frame = withUnsafeBytes(of: length) { Data($0) } + message
        return frame.withUnsafeBytes { writeAll($0, to: descriptor).errno == 0 }
    }
}
