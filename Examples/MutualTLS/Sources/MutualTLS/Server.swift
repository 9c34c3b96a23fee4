import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Security

/// A server of TLS that demands a certificate of each client, and tells the client the subject in it.
struct Server {
    typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    let context: NIOSSLContext

    /// - Parameters:
    ///   - certificate: the file with the server's certificate, in PEM.
    ///   - key: the file with its private key.
    ///   - authorities: the file with the certificates of the authorities whose clients are served.
    init(certificate: String, key: String, authorities: String) throws {
        var configuration = TLSConfiguration.makeServerConfigurationWithMTLS(
            certificateChain: try NIOSSLCertificate.fromPEMFile(certificate).map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(file: key, format: .pem)), trustRoots: .file(authorities))
        configuration.minimumTLSVersion = .tlsv12
        context = try NIOSSLContext(configuration: configuration)
    }

    /// Serves until the process ends. The system chooses the port.
    func run() async throws {
        let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
                    return try Connection(wrappingChannelSynchronously: channel)
                }
            }
        say("listening on \(listener.channel.localAddress?.port ?? 0)")
        try await listener.executeThenClose { connections in
            try await withThrowingDiscardingTaskGroup { group in
                for try await connection in connections { group.addTask { await answer(connection) } }
            }
        }
    }

    private func answer(_ connection: Connection) async {
        do {
            try await connection.executeThenClose { question, answer in
                // The first bytes come after the handshake, in which the certificate has been verified.
                for try await _ in question {
                    let name = try await subject(connection.channel)
                    say("client: \(name)")
                    try await answer.write(ByteBuffer(string: "you are \(name)"))
                    break
                }
            }
        } catch {
            say("refused: \(error)")
        }
    }

    private func subject(_ channel: any Channel) async throws -> String {
        guard let certificate = try await channel.nioSSL_peerCertificate().get(),
            let read = SecCertificateCreateWithData(nil, Data(try certificate.toDERBytes()) as CFData)
        else { return "unknown" }
        return SecCertificateCopySubjectSummary(read) as String? ?? "without a name"
    }
}
