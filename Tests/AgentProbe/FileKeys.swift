import Foundation
import KeyManagement
import KeychainServices

/// What a program does for protected files, without any file.
///
/// - `wrap-file-key GROUP`: has a key of 32 sevens wrapped for an access group; `-` for the program's own. Prints its parts.
/// - `unwrap-file-key CLASS ID GROUP NUMBER BYTES`: has one unwrapped that was printed so. Prints the key.
///
/// Otherwise prints the status.
enum FileKeys {
    static let verbs: Set = ["wrap-file-key", "unwrap-file-key"]

    static func run(_ words: [String]) -> Never {
        do {
            switch (words[0], words.count) {
            case ("wrap-file-key", 2): try wrap(for: words[1])
            case ("unwrap-file-key", 6): try unwrap(Array(words.dropFirst()))
            default: exit(2)
            }
        } catch {
            print((error as? KeychainError)?.code.rawValue ?? 0)
            exit(1)
        }
        fflush(nil)
        exit(0)
    }

    private static func wrap(for group: String) throws {
        let key = SecretBytes(copying: [UInt8](repeating: 7, count: 32))
        let wrapped = try Keychain.userDefault().service().wrapFileKey(
            key, for: .none, fileID: [UInt8](repeating: 1, count: 16), group: group == "-" ? nil : group)
        print(wrapped.fileClass.rawValue, text(wrapped.fileID), wrapped.group, wrapped.keyNumber, text(wrapped.bytes))
    }

    private static func unwrap(_ words: [String]) throws {
        guard let number = UInt8(words[0]), let fileClass = FileProtectionClass(rawValue: number),
            let key = Int64(words[3]),
            let wrapped = WrappedFileKey(
                fileClass: fileClass, fileID: bytes(words[1]), group: words[2], keyNumber: key, bytes: bytes(words[4]))
        else { exit(2) }
        let unwrapped = try Keychain.userDefault().service().unwrapFileKey(wrapped)
        print(unwrapped.withUnsafeBytes { text(Array($0)) })
    }

    private static func text(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
    private static func bytes(_ text: String) -> [UInt8] { Data(base64Encoded: text).map { Array($0) } ?? [] }
}
