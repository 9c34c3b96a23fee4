/// The formats of files in which keys and certificates are exchanged.
package enum ExchangeFormat: Hashable, Sendable {
    case pkcs12
}
