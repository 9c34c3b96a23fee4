import AsymmetricKeys
import Foundation
import KeychainServices

/// What a program does with a private key on P-256 that the keychain keeps.
///
/// - `add-key EXTRACTABLE`: stores one, which is 1 if it is extractable, else 0. Reads it from standard input in base 64. Prints its
///   reference and its group.
/// - `use-key REFERENCE`: signs the bytes `message` by it, and prints the signature, or the status. Then asks for the key's data in every way,
///   prints `yes` if it got some, else `no`, keeps it, and waits for the end of standard input.
enum PrivateKeys {
    static let verbs: Set = ["add-key", "use-key"]

    static func run(_ words: [String]) -> Never {
        guard words.count == 2 else { exit(2) }
        do {
            if words[0] == "add-key" { try add(words[1]) } else { try use(words[1]) }
        } catch {
            print((error as? KeychainError)?.code.rawValue ?? 0)
            fflush(nil)
            exit(1)
        }
        exit(0)
    }

    private static func add(_ extractable: String) throws {
        guard let number = Int64(extractable), let key = readLine().flatMap({ Data(base64Encoded: $0) }) else {
            exit(2)
        }
        let item = NewItem(
            .key, [.keyClass: 1, .type: 73, .applicationTag: "probe", .extractable: .number(number)], data: key)
        let added = try Keychain.userDefault().add(item)
        print(added.persistentReference.data.base64EncodedString(), added[.accessGroup]?.string ?? "")
        fflush(nil)
    }

    private static func use(_ text: String) throws {
        guard let bytes = Data(base64Encoded: text) else { exit(2) }
        let reference = try PersistentReference(data: bytes)
        let keychain = try Keychain.userDefault()
        let request = PrivateKeyRequest(
            .sign, .ecdsa(.x962, .message(.sha256)), type: .ellipticCurve, input: Array("message".utf8))
        let signature = try keychain.use(reference, for: request, with: Authentication())
        print(signature.withUnsafeBytes { Data($0).base64EncodedString() })
        var found: [Data] = []
        for query in [Query(reference), Query(.key), Query(.key, [.applicationTag: "probe"]), Query(.identity)] {
            for parts in [.data, [.attributes, .data]] as [ItemParts] {
                found += ((try? keychain.items(matching: query, reading: parts)) ?? []).compactMap(\.data)
            }
        }
        for changes in [Changes([.extractable: 1]), Changes([.keyClass: 2])] {
            _ = try? keychain.update(Query(reference), with: changes)
            found += ((try? keychain.items(matching: Query(reference), reading: .data)) ?? []).compactMap(\.data)
        }
        print(found.isEmpty ? "no" : "yes")
        fflush(nil)
        withExtendedLifetime(found) { while readLine() != nil {} }
    }
}
