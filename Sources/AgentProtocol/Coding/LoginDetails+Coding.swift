import KeychainServices
import Secrets

/// The secrets of a login, as borrowed bytes.
package struct LoginSecrets<Bytes: Collection> where Bytes.Element == UInt8 {
    package var password: Bytes?
    package var oldPassword: Bytes?
    /// The one-time code.
    package var totp: Bytes?
    /// The custom fields in order.
    package var fields: [(name: String, value: Bytes)]

    package init(
        password: Bytes? = nil, oldPassword: Bytes? = nil, totp: Bytes? = nil,
        fields: [(name: String, value: Bytes)] = []
    ) {
        self.password = password
        self.oldPassword = oldPassword
        self.totp = totp
        self.fields = fields
    }

    /// The secrets in the order in which they are sent.
    fileprivate var inOrder: [Bytes] { [password, oldPassword, totp].compactMap { $0 } + fields.map(\.value) }
}

/// The size limits of a request to a password manager, and of its answer. Docs/password-manager-feature.md, "Limits".
package enum PasswordManagerLimits {
    /// The length of an address in bytes.
    package static let url = 8 << 10
    /// The length of each text and each secret in bytes.
    package static let text = 64 << 10
    /// The number of custom fields.
    package static let fields = 128
    /// The size of a page model, and of the data to fill a page with, in bytes.
    package static let page = 4 << 20
    /// The length of the name of a window, of an activation token, and of the name and the title of another manager, in
    /// bytes.
    package static let handle = 1 << 10
    /// The number of other managers that can be named.
    package static let alternatives = 32
}

extension WireLoginDetails {
    /// Records the lengths of the secrets.
    ///
    /// - Returns: the second part of the frame.
    package mutating func encode(_ secrets: LoginSecrets<some Collection<UInt8>>) -> SecretBytes {
        if let password = secrets.password { passwordLength = UInt32(clamping: password.count) }
        if let oldPassword = secrets.oldPassword { oldPasswordLength = UInt32(clamping: oldPassword.count) }
        if let totp = secrets.totp { totpLength = UInt32(clamping: totp.count) }
        fields = secrets.fields.map { field in
            .with {
                $0.name = field.name
                $0.valueLength = UInt32(clamping: field.value.count)
            }
        }
        let pieces = secrets.inOrder
        return SecretBytes(count: pieces.reduce(0) { $0 + $1.count }) { part in
            var rest = part[...]
            for piece in pieces {
                UnsafeMutableRawBufferPointer(rebasing: rest).copyBytes(from: piece)
                rest = rest.dropFirst(piece.count)
            }
        }
    }

    /// Returns the secrets in the second part of the frame; they are valid only as long as the part.
    ///
    /// - Throws: `.parameter` if they do not fill the part, or if a text is too long.
    package func secrets(
        in part: UnsafeRawBufferPointer
    ) throws(KeychainError) -> LoginSecrets<Slice<UnsafeRawBufferPointer>> {
        try checkLimits()
        var rest = part[...]
        func next(_ length: UInt32) throws(KeychainError) -> Slice<UnsafeRawBufferPointer> {
            guard length <= PasswordManagerLimits.text, Int(length) <= rest.count else {
                throw .unreadable("secrets that do not have the stated lengths")
            }
            defer { rest = rest.dropFirst(Int(length)) }
            return rest.prefix(Int(length))
        }
        var secrets = LoginSecrets<Slice<UnsafeRawBufferPointer>>()
        if hasPasswordLength { secrets.password = try next(passwordLength) }
        if hasOldPasswordLength { secrets.oldPassword = try next(oldPasswordLength) }
        if hasTotpLength { secrets.totp = try next(totpLength) }
        for field in fields { secrets.fields.append((field.name, try next(field.valueLength))) }
        guard rest.isEmpty else { throw .unreadable("secrets that do not have the stated lengths") }
        return secrets
    }

    private func checkLimits() throws(KeychainError) {
        let texts = [title, username, notes, sectionTitle] + fields.map(\.name)
        guard url.utf8.count <= PasswordManagerLimits.url, fields.count <= PasswordManagerLimits.fields,
            texts.allSatisfy({ $0.utf8.count <= PasswordManagerLimits.text })
        else { throw .unreadable("a login with too long texts or too many fields") }
        guard Set(fields.map(\.name)).count == fields.count else { throw .unreadable("two fields with the same name") }
    }
}
