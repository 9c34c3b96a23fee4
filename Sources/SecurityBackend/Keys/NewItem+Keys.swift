import AsymmetricKeys
import Foundation
import KeychainServices
import Security

// What the keychain keeps of a key besides its data.

extension NewItem {
    /// Whether the item is a private key whose data no function returns.
    var withholdsData: Bool {
        itemClass == .key && attributes[.keyClass] == .number(Int64(KeyClass.privateKey.rawValue))
            && attributes[.extractable] == 0
    }

    /// Checks that the item of a key that is not extractable is one that withholds its data.
    ///
    /// - Throws: `.parameter`.
    func check(asItemOf reference: ValueReference?) throws(KeychainError) {
        guard case .key(.memory(let key)) = reference, !key.isExtractable, !withholdsData else { return }
        throw .invalidRequest("a private key that is not extractable stays so")
    }

    /// Stores the public half of a key with its attributes, where every program that finds the key can read it without the private one.
    mutating func storePublicHalf(of reference: ValueReference?) {
        guard let (keyClass, type) = attributes.keyClassAndType, let data else { return }
        let half = Self.knownHalf(reference, keyClass, type) ?? Self.publicHalf(data, keyClass, type)
        attributes[.publicKey] = half.map { .data(Data($0)) }
    }

    /// Returns the public half of the object, unless the attributes say that it is another key.
    private static func knownHalf(_ reference: ValueReference?, _ keyClass: KeyClass, _ type: KeyType) -> [UInt8]? {
        guard case .key(let key) = reference, key.keyClass == keyClass else { return nil }
        switch key {
        case .memory(let key): return key.specification.type == type ? key.publicRepresentation : nil
        case .stored(let key): return key.type == type ? key.publicRepresentation : nil
        }
    }

    /// Reads a key; nil for data that is none: a program may store what it likes.
    private static func publicHalf(_ data: Data, _ keyClass: KeyClass, _ type: KeyType) -> [UInt8]? {
        switch keyClass {
        case .publicKey: (try? PublicKey(type, NSData(data: data)))?.representation
        case .privateKey: (try? PrivateKey(type, NSData(data: data)))?.publicRepresentation
        }
    }
}

extension Attributes {
    /// Class and type of a key; nil for a symmetric one, and for others that are not calculated with.
    var keyClassAndType: (KeyClass, KeyType)? {
        guard let keyClass = self[.keyClass]?.number.flatMap(Int.init(exactly:)).flatMap(KeyClass.init(rawValue:)),
            let type = self[.type]?.number.flatMap(Int.init(exactly:)).flatMap(KeyType.init(rawValue:))
        else { return nil }
        return (keyClass, type)
    }
}
