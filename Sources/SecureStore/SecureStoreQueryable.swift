import Foundation
import Security

/// The owner of the accounts of a ``SecureStore``.
public protocol SecureStoreQueryable: Sendable {
    /// The class and the attributes that identify exactly the items of the store: the store deletes all items that match.
    var query: [String: Any] { get }
}

/// Accounts of a service, which the program names freely.
public struct GenericPasswordQueryable: SecureStoreQueryable {
    /// The service's name.
    public let service: String
    /// The access group of the items, or nil for any that the program has; new items go to the first of them.
    public let accessGroup: String?

    /// Makes the owner for a service.
    ///
    /// - Parameters:
    ///   - service: the service's name.
    ///   - accessGroup: the access group of the items, or nil for any that the program has.
    public init(service: String, accessGroup: String? = nil) {
        self.service = service
        self.accessGroup = accessGroup
    }

    /// The class and the attributes that all items of the store have.
    public var query: [String: Any] {
        var query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
        ]
        query[kSecAttrAccessGroup as String] = accessGroup
        return query
    }
}

/// Accounts of a server on the internet.
public struct InternetPasswordQueryable: SecureStoreQueryable {
    /// The server's domain name or address.
    public let server: String
    /// The port, 0 to 65535; 0 for the protocol's default.
    public let port: Int
    /// The path on the server, or an empty text.
    public let path: String
    /// The realm that the server announces, or an empty text.
    public let securityDomain: String
    /// The protocol of the server.
    public let internetProtocol: InternetProtocol
    /// The method by which the password is sent.
    public let internetAuthenticationType: InternetAuthenticationType

    /// Makes the owner for a server.
    ///
    /// - Parameters:
    ///   - server: the server's domain name or address.
    ///   - port: the port, 0 to 65535; 0 for the protocol's default.
    ///   - path: the path on the server, or an empty text.
    ///   - securityDomain: the realm that the server announces, or an empty text.
    ///   - internetProtocol: the protocol of the server.
    ///   - internetAuthenticationType: the method by which the password is sent.
    public init(
        server: String, port: Int, path: String, securityDomain: String, internetProtocol: InternetProtocol,
        internetAuthenticationType: InternetAuthenticationType
    ) {
        self.server = server
        self.port = port
        self.path = path
        self.securityDomain = securityDomain
        self.internetProtocol = internetProtocol
        self.internetAuthenticationType = internetAuthenticationType
    }

    /// The class and the attributes that all items of the store have.
    public var query: [String: Any] {
        [
            kSecClass as String: kSecClassInternetPassword,
            kSecAttrServer as String: server,
            kSecAttrPort as String: port,
            kSecAttrPath as String: path,
            kSecAttrSecurityDomain as String: securityDomain,
            kSecAttrProtocol as String: internetProtocol.rawValue,
            kSecAttrAuthenticationType as String: internetAuthenticationType.rawValue,
        ]
    }
}
