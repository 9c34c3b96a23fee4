import Crypto
import Foundation

/// What a present is inside its protected file: sealed once more, with the key that only the PIN opens.
enum SealedContent {
    /// It is not what was sealed with this key, or for this file.
    struct Unreadable: Error {}

    /// - Parameter name: of the file; a file that takes another's place is noticed.
    static func seal(_ content: PresentContent, named name: String, with key: SymmetricKey) throws -> Data {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        let sealed = try AES.GCM.seal(encoder.encode(content), using: key, authenticating: context(name))
        guard let data = sealed.combined else { throw Unreadable() }
        return data
    }

    static func open(_ data: Data, named name: String, with key: SymmetricKey) throws -> PresentContent {
        do {
            let box = try AES.GCM.SealedBox(combined: data)
            let plain = try AES.GCM.open(box, using: key, authenticating: context(name))
            return try PropertyListDecoder().decode(PresentContent.self, from: plain)
        } catch {
            throw Unreadable()
        }
    }

    private static func context(_ name: String) -> Data { Data("ChristmasKeeper 1 \(name)".utf8) }
}
