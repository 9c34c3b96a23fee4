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

    /// - Throws: `.parameter` for a value that no program of ours sends.
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
        else { throw .unreadable("an access control") }
        return try AccessControl(protection: protection, flags: .init(rawValue: flags))
    }
}

extension Attributes {
    /// As messages.
    package var wire: [WireAttribute] { map { WireAttribute($0.key, $0.value) } }

    /// More than any class has; what is compared with every other one costs the square of their number.
    private static let most = 128

    /// - Parameter leavesOutUnknown: whether a value of a kind that only a later version knows is left out: of what is read,
    ///   not of what is to be done.
    /// - Throws: `.parameter` for more attributes than there are, or for one that comes twice.
    package init(_ wire: [WireAttribute], leavesOutUnknown: Bool = false) throws(KeychainError) {
        guard wire.count <= Self.most else { throw .unreadable("too many attributes") }
        self.init()
        reserveCapacity(wire.count)
        for attribute in wire {
            let key = AttributeKey(rawValue: attribute.key)
            if leavesOutUnknown, attribute.value == nil, !attribute.unknownFields.data.isEmpty { continue }
            guard self[key] == nil else { throw .unreadable("an attribute that comes twice") }
            self[key] = try attribute.decoded()
        }
    }
}

extension KeychainError {
    /// For what the other end sent and this one cannot make sense of.
    package static func unreadable(_ what: String) -> KeychainError {
        KeychainError(
            .parameter, "the message has \(what)", remedy: "use one version of chatelaine for the program and the agent"
        )
    }
}
