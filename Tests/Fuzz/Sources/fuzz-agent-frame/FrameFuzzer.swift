import CLinux
import Foundation
import FuzzInput
import Glibc

@testable import AgentProtocol

/// Any bytes through a socket, in any pieces: frames that are what was sent, or an error that ends the connection.
///
/// The first two bytes say how the others are cut, and whether there is a limit as for a greeting.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let (piece, flags) = (Int(input.byte()) + 1, input.byte())
    let bytes = Array(input.rest())
    // What a socket takes without anybody reading.
    guard bytes.count <= 64 << 10, let ends = Sockets() else { return 0 }
    var reader = FrameReader(keepsGuardedMemory: flags & 1 != 0)
    if flags & 2 != 0 { reader.limit = FrameHeader.maximumGreetingSize }
    let limit = reader.limit
    var expected = bytes[...]
    var rest = bytes[...]
    while !rest.isEmpty {
        let next = rest.prefix(piece)
        rest = rest.dropFirst(next.count)
        guard ends.send(Array(next)) else { finding("the socket is full") }
        do throws(FrameError) {
            while try reader.fill(from: ends.reading, waits: false) { check(&reader, &expected, limit) }
        } catch {
            // Only what is too long ends a connection that is still open.
            guard case .tooLarge = error else { finding("\(error)") }
            guard let lengths = lengths(expected), lengths.message + lengths.secret > limit else {
                finding("a frame that is not too long")
            }
            return 0
        }
    }
    checkRest(expected, limit)
    ends.finish()
    do throws(FrameError) {
        if try reader.fill(from: ends.reading, waits: true) { finding("a frame that did not end") }
    } catch {
        guard case .closed = error else { finding("\(error) at the end") }
    }
    return 0
}

/// Takes a frame and compares it with what was sent.
private func check(_ reader: inout FrameReader, _ expected: inout ArraySlice<UInt8>, _ limit: Int) {
    guard let lengths = lengths(expected), lengths.message + lengths.secret <= limit else { finding("no such frame") }
    let body = expected.dropFirst(FrameHeader.size)
    let (message, secret) = (
        body.prefix(lengths.message), body.dropFirst(lengths.message).prefix(lengths.secret)
    )
    reader.take { (found, foundSecret) in
        guard found.elementsEqual(message), foundSecret.elementsEqual(secret) else { finding("other bytes") }
    }
    expected = body.dropFirst(lengths.message + lengths.secret)
}

/// What is left must be less than a frame.
private func checkRest(_ expected: ArraySlice<UInt8>, _ limit: Int) {
    guard let lengths = lengths(expected) else { return }
    guard expected.count < FrameHeader.size + lengths.message + lengths.secret else { finding("a frame was not seen") }
}

private func lengths(_ bytes: ArraySlice<UInt8>) -> (message: Int, secret: Int)? {
    guard bytes.count >= FrameHeader.size else { return nil }
    let words = bytes.prefix(FrameHeader.size).withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
    return (Int(UInt32(littleEndian: words[0])), Int(UInt32(littleEndian: words[1])))
}

/// Two ends of a connection.
private final class Sockets {
    let reading: Int32
    private let writing: Int32

    init?() {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else { return nil }
        (reading, writing) = (ends[0], ends[1])
        _ = clinux_receive_credentials(reading)
    }

    deinit {
        close(reading)
        close(writing)
    }

    func send(_ bytes: [UInt8]) -> Bool {
        Glibc.send(writing, bytes, bytes.count, Int32(MSG_DONTWAIT)) == bytes.count
    }

    func finish() { shutdown(writing, Int32(SHUT_WR)) }
}
