import CLibCrypto

/// The certificates that a server shows when a connection by TLS begins. Whether it is to be trusted is not said here.
///
/// Specified in: OpenSSL 3.0, SSL_connect(3), SSL_set_tlsext_host_name(3), SSL_get_peer_cert_chain(3).
package struct TLSHandshake {
    /// The certificate of the server, and those that it sends with it, in DER.
    package private(set) var certificates: [[UInt8]] = []
    /// The response about the state of its certificate that it sends along, in DER; nil for none.
    package private(set) var statusResponse: [UInt8]?

    private static let fileName = "libssl.so.3"
    /// The bytes that are moved at a time.
    private static let pieceCount = 16 << 10
    /// The most that are taken of a server: its certificates are far fewer.
    private static let mostBytes = 1 << 20

    /// Carries out the handshake.
    ///
    /// - Parameters:
    ///   - library: libcrypto.
    ///   - host: the name that the server is told it is meant by; nil for none.
    ///   - send: sends bytes.
    ///   - receive: waits for bytes, and returns as many as the buffer takes; 0 at the end.
    /// - Throws: `.libraryMissing` without libssl; `.failed` if there is no handshake; what the functions throw.
    package init(
        _ library: CryptoLibrary, host: String?,
        send: @escaping (UnsafeRawBufferPointer) throws -> Void,
        receive: @escaping (UnsafeMutableRawBufferPointer) throws -> Int
    ) throws {
        let table: UnsafePointer<clibcrypto_tls_functions> = try CryptoLibrary.table(
            Self.fileName, names: clibcrypto_tls_name)
        let tls = table.pointee
        _ = library.functions.pointee.ERR_set_mark()
        defer { _ = library.functions.pointee.ERR_pop_to_mark() }
        let context = tls.SSL_CTX_new_ex(library.context, nil, tls.TLS_client_method())
        defer { tls.SSL_CTX_free(context) }
        guard let context, let connection = tls.SSL_new(context) else { throw CryptoError(.failed) }
        // It frees both ends of the way, too.
        defer { tls.SSL_free(connection) }
        guard let input = tls.BIO_new(tls.BIO_s_mem()) else { throw CryptoError(.failed) }
        guard let output = tls.BIO_new(tls.BIO_s_mem()) else {
            _ = tls.BIO_free(input)
            throw CryptoError(.failed)
        }
        tls.SSL_set_bio(connection, input, output)
        if var name = host.map({ $0.utf8CString.map { $0 } }) {
            _ = tls.SSL_ctrl(connection, Int32(clibcrypto_set_host_name), 0, &name)
        }
        _ = tls.SSL_ctrl(
            connection, Int32(clibcrypto_request_status), Int(clibcrypto_status_of_certificate), nil)
        let way = Way(tls: tls, connection: connection, input: input, output: output, send: send, receive: receive)
        try way.connect()
        certificates = try Self.certificates(tls, connection, library)
        var response: UnsafeMutableRawPointer?
        let count = tls.SSL_ctrl(connection, Int32(clibcrypto_get_status), 0, &response)
        if count > 0, let response { statusResponse = [UInt8](UnsafeRawBufferPointer(start: response, count: count)) }
    }

    /// The two directions between libssl and a server.
    private struct Way {
        let tls: clibcrypto_tls_functions
        let connection, input, output: OpaquePointer
        let send: (UnsafeRawBufferPointer) throws -> Void
        let receive: (UnsafeMutableRawBufferPointer) throws -> Int

        func connect() throws {
            var piece = [UInt8](repeating: 0, count: pieceCount)
            var taken = 0
            while true {
                let result = tls.SSL_connect(connection)
                while case let count = tls.BIO_read(output, &piece, Int32(pieceCount)), count > 0 {
                    try piece.withUnsafeBytes { try send(UnsafeRawBufferPointer(rebasing: $0.prefix(Int(count)))) }
                }
                guard result != 1 else { return }
                let reason = tls.SSL_get_error(connection, result)
                guard reason == Int32(clibcrypto_wants_read) || reason == Int32(clibcrypto_wants_write) else { break }
                let count = try piece.withUnsafeMutableBytes { try receive($0) }
                taken += count
                guard count > 0, taken <= mostBytes, tls.BIO_write(input, piece, Int32(count)) == Int32(count) else {
                    break
                }
            }
            throw CryptoError(.failed, detail: "the server makes no connection by TLS")
        }
    }

    private static func certificates(
        _ tls: clibcrypto_tls_functions, _ connection: OpaquePointer, _ library: CryptoLibrary
    ) throws(CryptoError) -> [[UInt8]] {
        let functions = library.functions.pointee
        guard let chain = tls.SSL_get_peer_cert_chain(connection) else { return [] }
        return (0..<functions.OPENSSL_sk_num(chain)).compactMap { index in
            let certificate = functions.OPENSSL_sk_value(chain, index).map { OpaquePointer($0) }
            let count = tls.i2d_X509(certificate, nil)
            guard count > 0 else { return nil }
            return [UInt8](unsafeUninitializedCapacity: Int(count)) { bytes, written in
                var position = bytes.baseAddress
                written = Int(max(0, tls.i2d_X509(certificate, &position)))
            }
        }
    }
}
