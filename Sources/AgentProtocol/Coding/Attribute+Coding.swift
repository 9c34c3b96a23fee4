import Foundation
import KeyManagement
import KeychainServices

extension WireAttribute {
    package init(_ key: AttributeKey, _ value: AttributeValue) {
        self.key = key.rawValue
        switch value {
        case .string(let text): self.text = text
        case .data(let bytes): data = bytes
        case .number(let number): self.number = number
        case .real(let number): real = number
        case .date(let date): self.date = date.microseconds
        case .accessControl(let control): accessControl = WireAccessControl(control)
        }
    }

    /// - Throws: `.parameter` for a value that no client of this project sends.
    fileprivate func decoded() throws(KeychainError) -> AttributeValue {
        switch value {
        case .text(let text): .string(text)
        case .data(let bytes): .data(bytes)
        case .number(let number): .number(number)
        case .real(let number): .real(number)
        case .date(let microseconds): .date(Date(microseconds: microseconds))
        case .accessControl(let control): .accessControl(try control.decoded())
        case nil: throw .unreadable("an attribute without a value")
        }
    }
}

extension WireAccessControl {
    init(_ control: AccessControl) {
        protection = UInt32(control.protection.rawValue)
        flags = UInt64(control.flags.rawValue)
    }

    func decoded() throws(KeychainError) -> AccessControl {
        guard let protection = UInt8(exactly: protection).flatMap(ProtectionClass.init),
            let flags = UInt(exactly: flags)
        else { throw .unreadable("an invalid access control") }
        return try AccessControl(protection: protection, flags: .init(rawValue: flags))
    }
}

extension Attributes {
    /// The attributes as messages.
    package var wire: [WireAttribute] { map { WireAttribute($0.key, $0.value) } }

    /// A limit above the number of attributes of any class; the check for duplicates takes quadratic time.
    private static let most = 128

    /// - Parameter leavesOutUnknown: whether a value of a kind that only a later version knows is left out. Used for items that are read,
    ///   not for requests.
    /// - Throws: `.parameter` for too many attributes, or for a duplicate one.
    package init(_ wire: [WireAttribute], leavesOutUnknown: Bool = false) throws(KeychainError) {
        guard wire.count <= Self.most else { throw .unreadable("too many attributes") }
        self.init()
        reserveCapacity(wire.count)
        for attribute in wire {
            let key = AttributeKey(rawValue: attribute.key)
            if leavesOutUnknown, attribute.value == nil, !attribute.unknownFields.data.isEmpty { continue }
            guard self[key] == nil else { throw .unreadable("a duplicate attribute") }
            self[key] = try attribute.decoded()
        }
    }
}

extension KeychainError {
    /// Returns the error for a message from the peer that cannot be interpreted.
    package static func unreadable(_ what: String) -> KeychainError {
        KeychainError(
            .parameter, "the message has \(what)",
            remedy: "use the same version of chatelaine for the program and the agent"
        )
    }
}
