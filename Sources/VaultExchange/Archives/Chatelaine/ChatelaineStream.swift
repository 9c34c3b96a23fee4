import CSodium
import Foundation
import Secrets

/// The sealed part of an exported file: chunks of 64 KiB, the last of them marked.
///
/// Specified in: Docs/exchange-file-format.md; libsodium's documentation, "Encrypted streams" (XChaCha20-Poly1305).
enum ChatelaineStream {
    /// The number of bytes of a chunk before it is sealed.
    static let chunk = 64 << 10
    /// The number of bytes by which a chunk grows.
    static let overhead = 17
    private static let last: UInt8 = 3

    /// Seals chunks as they come.
    final class Sealer {
        private var state = crypto_secretstream_xchacha20poly1305_state()
        private var pending = Data()
        private let header: [UInt8]
        private let destination: any ExportDestination

        /// Writes the header.
        init(
            _ header: ChatelaineHeader, key: borrowing SecretBytes, to destination: any ExportDestination
        ) throws {
            var header = header
            var begun = crypto_secretstream_xchacha20poly1305_state()
            defer { withUnsafeMutableBytes(of: &begun) { wipe($0) } }
            let status = key.withUnsafeBytes { key -> CInt in
                guard let key = key.bindMemory(to: UInt8.self).baseAddress else { return -1 }
                return crypto_secretstream_xchacha20poly1305_init_push(&begun, &header.stream, key)
            }
            guard status == 0 else { throw ExchangeError(.io, "the items cannot be encrypted") }
            state = begun
            (self.header, self.destination) = (header.bytes, destination)
            try self.header.withUnsafeBytes { try destination.write($0) }
        }

        deinit {
            withUnsafeMutableBytes(of: &state) { wipe($0) }
            pending.withUnsafeMutableBytes { wipe($0) }
        }

        func append(_ data: Data) throws {
            pending.append(data)
            guard pending.count > ChatelaineStream.chunk else { return }
            var start = pending.startIndex
            // A full chunk waits: it can be the last one.
            while pending.endIndex - start > ChatelaineStream.chunk {
                try seal(pending[start..<start + ChatelaineStream.chunk], isLast: false)
                start += ChatelaineStream.chunk
            }
            let rest = Data(pending[start...])
            pending.withUnsafeMutableBytes { wipe($0) }
            pending = rest
        }

        func finish() throws { try seal(pending, isLast: true) }

        private func seal(_ part: Data, isLast: Bool) throws {
            var sealed = [UInt8](repeating: 0, count: part.count + ChatelaineStream.overhead)
            let status = part.withUnsafeBytes {
                crypto_secretstream_xchacha20poly1305_push(
                    &state, &sealed, nil, $0.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64($0.count),
                    header, UInt64(header.count), isLast ? ChatelaineStream.last : 0)
            }
            guard status == 0 else { throw ExchangeError(.io, "the items cannot be encrypted") }
            try sealed.withUnsafeBytes { try destination.write($0) }
        }
    }

    /// Opens all chunks of a file.
    ///
    /// - Parameter progress: receives the part that is done.
    /// - Returns: the content; `nil` if the first chunk does not open with the key.
    /// - Throws: `.damaged` for a file that was changed or cut off.
    static func open(
        _ file: Data, _ header: ChatelaineHeader, key: borrowing SecretBytes, progress: (Double) throws -> Void
    ) throws -> Data? {
        var state = crypto_secretstream_xchacha20poly1305_state()
        defer { withUnsafeMutableBytes(of: &state) { wipe($0) } }
        let begins = key.withUnsafeBytes { key -> CInt in
            guard let key = key.bindMemory(to: UInt8.self).baseAddress else { return -1 }
            return crypto_secretstream_xchacha20poly1305_init_pull(&state, header.stream, key)
        }
        guard begins == 0 else { return nil }
        let associated = header.bytes
        var content = Data(capacity: file.count)
        var rest = file.dropFirst(ChatelaineHeader.count)
        var tag: UInt8 = 0
        var number = 0
        while tag != last {
            let part = rest.prefix(chunk + overhead)
            guard part.count >= overhead else { throw cutOff }
            var opened = [UInt8](repeating: 0, count: max(part.count - overhead, 1))
            defer { opened.withUnsafeMutableBytes { wipe($0) } }
            let status = part.withUnsafeBytes {
                crypto_secretstream_xchacha20poly1305_pull(
                    &state, &opened, nil, &tag, $0.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64($0.count),
                    associated, UInt64(associated.count))
            }
            guard status == 0 else {
                if number == 0 { return nil }
                throw ExchangeError(
                    .damaged, "the file was changed or cut off", at: "byte \(rest.startIndex - file.startIndex)",
                    remedy: "use another copy of the file")
            }
            content.append(contentsOf: opened.prefix(part.count - overhead))
            rest = rest.dropFirst(part.count)
            number += 1
            if number.isMultiple(of: 64) { try progress(1 - Double(rest.count) / Double(file.count)) }
        }
        guard rest.isEmpty else { throw ExchangeError(.damaged, "the file has bytes after its end") }
        return content
    }

    private static var cutOff: ExchangeError {
        ExchangeError(.damaged, "the file is cut off", remedy: "use another copy of the file")
    }
}
