import Foundation
import KeychainServices

extension WireNewItem {
    package init(_ item: NewItem, _ secrets: SecretPart) {
        itemClass = item.itemClass.code
        attributes = item.attributes.wire
        self.secrets = secrets.layout
    }
}

extension NewItem {
    /// - Throws: the errors of decoding the parts.
    package init(_ wire: WireNewItem, _ part: UnsafeRawBufferPointer) throws(KeychainError) {
        let secrets = try wire.secrets.secrets(in: part)
        self.init(
            try ItemClass.decoded(wire.itemClass), try Attributes(wire.attributes), data: secrets.data,
            secretAttributes: secrets.attributes)
    }
}

extension WireItem {
    package init(_ item: Item, _ secrets: SecretPart) {
        persistentReference = item.persistentReference.data
        attributes = item.attributes.wire
        self.secrets = secrets.layout
    }
}

extension Item {
    /// - Throws: the errors of decoding the parts.
    package init(_ wire: WireItem, _ part: UnsafeRawBufferPointer) throws(KeychainError) {
        let secrets = try wire.secrets.secrets(in: part)
        self.init(
            persistentReference: try PersistentReference(data: wire.persistentReference),
            attributes: try Attributes(wire.attributes, leavesOutUnknown: true), data: secrets.data,
            secretAttributes: secrets.attributes)
    }
}

extension WireUpdate {
    package init(_ query: Query, _ changes: Changes, _ secrets: SecretPart) {
        self.query = WireQuery(query)
        attributes = changes.attributes.wire
        self.secrets = secrets.layout
    }
}

extension Changes {
    /// The new secret, or `nil` if the secret is unchanged.
    package var newData: Data? { if case .replace(let data) = data { data } else { nil } }

    /// - Throws: the errors of decoding the parts.
    package init(_ wire: WireUpdate, _ part: UnsafeRawBufferPointer) throws(KeychainError) {
        let secrets = try wire.secrets.secrets(in: part)
        self.init(
            try Attributes(wire.attributes), data: secrets.data.map { .replace($0) } ?? .keep,
            secretAttributes: secrets.attributes)
    }
}

extension WireFailure {
    package init(_ error: KeychainError) {
        status = error.code.rawValue
        reason = error.reason
        if let remedy = error.remedy { self.remedy = remedy }
        notTried = error.passcodeWasNotChecked
        authentication = Int32(clamping: error.authentication?.code.rawValue ?? 0)
    }

    /// The error in the message.
    package var error: KeychainError {
        var error = KeychainError(.init(rawValue: status), reason, remedy: remedy.isEmpty ? nil : remedy)
        error.passcodeWasNotChecked = notTried
        if authentication != 0 {
            error.authentication = AuthenticationError(
                .init(rawValue: Int(authentication)), error.reason, remedy: error.remedy)
        }
        return error
    }
}
