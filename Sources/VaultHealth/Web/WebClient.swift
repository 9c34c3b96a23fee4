import CLinux
import Foundation
import Glibc
import LinuxSupport

/// A client for single requests over HTTPS, by libcurl, which is loaded at its first use.
///
/// Certificates are verified, redirects are not followed, and an answer has a limit in size and time. Plain HTTP is for servers on this
/// machine alone.
public final class WebClient: @unchecked Sendable {
    // Sendable: the handle is used under the lock.
    private let library: CurlLibrary
    private let handle: UnsafeMutableRawPointer
    private let lock = NSLock()

    /// The time for the connection and for a whole request, in milliseconds.
    private static let connectTimeout = 10_000
    private static let timeout = 60_000

    /// Makes a client.
    ///
    /// - Throws: ``HealthError`` if libcurl is not installed.
    public init() throws(HealthError) {
        let library = try CurlLibrary.load()
        guard let handle = library.makeHandle() else {
            throw HealthError("libcurl could not be started", remedy: "install it again: libcurl4")
        }
        (self.library, self.handle) = (library, handle)
    }

    deinit { library.destroyHandle(handle) }

    /// Checks that an address is one of HTTPS, or of HTTP on this machine.
    static func check(_ address: String) throws(HealthError) {
        let parts = URLComponents(string: address)
        let scheme = parts?.scheme?.lowercased()
        let host = parts?.host ?? ""
        let isHere = ["127.0.0.1", "localhost", "[::1]", "::1"].contains(host)
        guard !host.isEmpty, scheme == "https" || (scheme == "http" && isHere), parts?.user == nil,
            !address.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F })
        else {
            throw HealthError(
                "the address is not one of https", remedy: "give one that begins with https://, without a user's name")
        }
    }

    /// Returns the content at an address.
    ///
    /// - Parameters:
    ///   - address: an address of HTTPS, or of HTTP on this machine.
    ///   - headers: further lines of the request.
    ///   - limit: the most bytes of the answer.
    /// - Throws: ``HealthError`` for an answer other than 200, one that is too large, and one that does not come in time.
    public func get(_ address: String, headers: [String] = [], atMost limit: Int) throws(HealthError) -> Data {
        try Self.check(address)
        lock.lock()
        defer { lock.unlock() }
        let answer = Answer(limit: limit)
        var list: UnsafeMutableRawPointer?
        for header in headers { list = library.append(list, header) }
        defer { library.freeList(list) }
        let status = withExtendedLifetime(answer) { perform(address, list, answer) }
        guard !answer.isTooLarge else { throw failure(address, "the answer has more than \(limit >> 10) KiB") }
        guard status == 0 else { throw failure(address, library.text(of: status)) }
        let code = library.responseCode(handle)
        guard code == 200 else { throw failure(address, "the server answered \(code)") }
        return answer.data
    }

    private func perform(_ address: String, _ headers: UnsafeMutableRawPointer?, _ answer: Answer) -> Int32 {
        let context = Unmanaged.passUnretained(answer).toOpaque()
        let write: WriteFunction = { bytes, size, count, context in
            guard let bytes, let context else { return 0 }
            let total = size.multipliedReportingOverflow(by: count)
            guard !total.overflow else { return 0 }
            let answer = Unmanaged<Answer>.fromOpaque(context).takeUnretainedValue()
            return answer.append(UnsafeRawBufferPointer(start: bytes, count: total.partialValue))
                ? total.partialValue : 0
        }
        library.reset(handle)
        var results = [
            address.withCString { library.set(handle, .url, UnsafeMutableRawPointer(mutating: $0)) },
            "Chatelaine".withCString { library.set(handle, .userAgent, UnsafeMutableRawPointer(mutating: $0)) },
            library.set(handle, .headers, headers), library.set(handle, .writeContext, context),
            library.set(handle, .writeFunction, unsafeBitCast(write, to: UnsafeMutableRawPointer.self)),
        ]
        let numbers: [(CurlOption, Int)] = [
            (.noSignal, 1), (.followRedirects, 0), (.protocols, CurlOption.httpAndHTTPS), (.verifyPeer, 1),
            (.verifyHost, 2), (.connectTimeout, Self.connectTimeout), (.timeout, Self.timeout),
        ]
        results += numbers.map { library.set(handle, $0, $1) }
        // An option that libcurl does not take is not left out: it may be the one that verifies.
        if let refused = results.first(where: { $0 != 0 }) { return refused }
        return library.perform(handle)
    }

    private func failure(_ address: String, _ reason: String) -> HealthError {
        // The host alone: what follows it may be a part of a hash.
        let host = URLComponents(string: address)?.host ?? "the server"
        return HealthError("\(host) gave no answer to use: \(reason)", remedy: "try again later, or use --hashes FILE")
    }
}

/// The answer while it comes in.
private final class Answer {
    private let limit: Int
    private(set) var data = Data()
    private(set) var isTooLarge = false

    init(limit: Int) { self.limit = limit }

    /// Appends a part, unless the answer exceeds the limit with it.
    func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard data.count + bytes.count <= limit else {
            isTooLarge = true
            return false
        }
        data.append(contentsOf: bytes)
        return true
    }
}
