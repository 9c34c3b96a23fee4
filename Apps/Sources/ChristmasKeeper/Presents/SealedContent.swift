import Crypto
import Foundation

/// The encrypted content inside a present's protected file: encrypted once more, with the key that only the PIN opens.
enum SealedContent {
    /// The data was not encrypted with this key, or not for this file.
    struct Unreadable: Error {}

    /// - Parameter name: the name of the file; it detects a file that was put in the place of another.
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
