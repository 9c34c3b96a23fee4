import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Security

/// A client of TLS that shows an identity of the keychain.
struct Client {
    /// The file with the certificates of the authorities that the client trusts, in PEM.
    let authorities: String
    /// Nil to show none.
    let identity: SecIdentity?
    /// Whether NIOSSL gets a copy of the private key. It takes a key that is extractable.
    let copiesKey: Bool

    /// What async-http-client takes as well: `HTTPClient.Configuration(tlsConfiguration:)`.
    func configuration() throws -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        configuration.trustRoots = .file(authorities)
        guard let identity else { return configuration }
        let (chain, key) = try Identities.parts(of: identity)
        configuration.certificateChain = try chain.map {
            let bytes = [UInt8](SecCertificateCopyData($0) as Data)
            return .certificate(try NIOSSLCertificate(bytes: bytes, format: .der))
        }
        configuration.privateKey = .privateKey(
            copiesKey ? try copy(of: key) : NIOSSLPrivateKey(customPrivateKey: KeychainPrivateKey(key: key)))
        return configuration
    }

    private func copy(of key: SecKey) throws -> NIOSSLPrivateKey {
        var file: CFData?
        try check(SecItemExport(key, .formatOpenSSL, [], nil, &file), "copy the private key")
        return try NIOSSLPrivateKey(bytes: [UInt8](file.map { $0 as Data } ?? Data()), format: .der)
    }

    /// Asks the server who this client is, and returns the answer.
    func ask(port: Int) async throws -> String {
        let context = try NIOSSLContext(configuration: configuration())
        let connection = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let tls = try NIOSSLClientHandler(context: context, serverHostname: "localhost")
                    try channel.pipeline.syncOperations.addHandler(tls)
                    return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await connection.executeThenClose { answer, question in
            try await question.write(ByteBuffer(string: "who am I?\n"))
            return try await answer.reduce(into: "") { $0 += String(buffer: $1) }
        }
    }
}
