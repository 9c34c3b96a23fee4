import Crypto
import Foundation
import PasswordVault

/// Tags of secrets by which equal ones are found: HMAC-SHA-256 (RFC 2104) under a random key that is not kept.
struct SecretTags {
    private let key = SymmetricKey(size: .bits256)

    func tag(_ secret: Secret) -> Data {
        secret.withUnsafeBytes { Data(HMAC<SHA256>.authenticationCode(for: $0, using: key)) }
    }

    func tag(_ parts: [Data]) -> Data {
        var code = HMAC<SHA256>(key: key)
        for part in parts {
            // The length before each part, so that no two lists of parts are the same bytes.
            withUnsafeBytes(of: UInt64(part.count).bigEndian) { code.update(data: Data($0)) }
            code.update(data: part)
        }
        return Data(code.finalize())
    }

    func tag(_ value: FieldValue) -> Data {
        switch value {
        case .text(let text): tag([Data(text.utf8)])
        case .secret(let secret): tag(secret)
        }
    }
}

/// The items by their passwords.
struct PasswordGroups {
    /// The tags of the passwords, by the items' positions; `nil` for an item without one.
    let tags: [Data?]
    /// The positions of the items that have a password, by its tag.
    let items: [Data: [Int]]

    init(_ items: [HealthItem], _ tags: SecretTags) {
        let found = items.map { $0.password.map(tags.tag) }
        self.tags = found
        var groups: [Data: [Int]] = [:]
        for (position, tag) in found.enumerated() {
            if let tag { groups[tag, default: []].append(position) }
        }
        self.items = groups
    }
}
