import GtkSupport
import KeychainServices

/// A secret that the user has typed, for work on another thread.
final class TypedSecret: Sendable {
    let bytes: SecretBytes

    @MainActor init(_ field: SecretField) { bytes = field.withUTF8 { SecretBytes(copying: $0) } }

    init(_ bytes: consuming SecretBytes) { self.bytes = bytes }
}
