import ExchangeFormats
import LibCrypto

/// The options of `cms`.
struct MessageOptions {
    enum Action: Character {
        case sign = "S"
        case read = "D"
        case envelop = "E"
        case encrypt = "C"
        case certificates = "O"
    }

    let action: Action
    private(set) var (input, output, contentFile, envelope): (String?, String?, String?, String?)
    private(set) var (keychain, password): (String?, String?)
    /// The name of the signer, and the identifier of the signer's key.
    private(set) var (signer, signerKey): (String?, [UInt8]?)
    private(set) var recipients: [String] = []
    private(set) var hash = HashFunction.sha256
    private(set) var (hasTime, namesCiphers, isDetached, isSuppressed) = (false, false, false, false)
    /// The name of the certificate for answers.
    private(set) var preference: String?
    private(set) var headerLevel: Int?
    private(set) var policy: PolicyChoice

    private static let hashes: [String: HashFunction] = [
        "SHA1": .sha1, "SHA224": .sha224, "SHA256": .sha256, "SHA384": .sha384, "SHA512": .sha512,
    ]
    /// The policies by the numbers of uses of certificates. The others are those of authorities and of what they say of certificates.
    private static let policies = [
        "0": "ssl-client", "1": "ssl-server", "2": "ssl-server", "4": "smime", "5": "smime", "6": "codesigning",
        "7": "basic", "9": "codesigning", "11": "basic",
    ]

    init(_ arguments: [String]) throws {
        var options = OptionReader("CDESOGH:N:PTY:Z:c:e:h:i:k:no:p:r:su:v", arguments)
        var actions: [Action] = []
        policy = try PolicyChoice.named("smime", of: "cms")
        var given: [(letter: Character, value: String)] = []
        while let (letter, value) = try options.next() {
            if let action = Action(rawValue: letter) {
                actions.append(action)
            } else {
                given.append((letter, value ?? ""))
            }
        }
        guard let action = actions.first, actions.count == 1, options.operands.isEmpty else { throw UsageError() }
        self.action = action
        for (letter, value) in given { try set(letter, value) }
        try check()
    }

    private mutating func set(_ letter: Character, _ value: String) throws {
        switch letter {
        case "G": hasTime = true
        case "H": hash = try Self.hash(value)
        case "N": signer = value
        case "P": namesCiphers = true
        case "T": isDetached = true
        case "Y": preference = value
        case "Z": signerKey = try Self.identifier(value)
        case "c": contentFile = value
        case "e": envelope = value
        case "h": headerLevel = try Self.level(value)
        case "i": input = value
        case "k": keychain = value
        case "n": isSuppressed = true
        case "o": output = value
        case "p": password = value
        case "r": recipients += value.split(separator: ",").map(String.init)
        case "u": policy = try Self.policy(value)
        // Pieces of one byte, and messages for those who search for mistakes: the result is the same.
        default: break
        }
    }

    private static func hash(_ name: String) throws -> HashFunction {
        if let hash = hashes[name] { return hash }
        // Two contents with the same hash can be made in seconds.
        guard ["MD2", "MD4", "MD5"].contains(name) else { throw UsageError("“\(name)” is no hash function") }
        throw Ending.notImplemented("cms", "-H \(name)")
    }

    private static func level(_ text: String) throws -> Int? {
        guard let level = Int(text) else { throw UsageError("“\(text)” is no level") }
        return level >= 0 ? level : nil
    }

    private static func policy(_ number: String) throws -> PolicyChoice {
        if let name = policies[number] { return try PolicyChoice.named(name, of: "cms") }
        guard let use = Int(number), (0...11).contains(use) else { throw UsageError("“\(number)” is no use") }
        throw Ending.notImplemented("cms", "-u \(number)")
    }

    /// Reads hexadecimal digits.
    private static func identifier(_ text: String) throws -> [UInt8] {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.count, !digits.isEmpty, digits.count.isMultiple(of: 2) else {
            throw UsageError("“\(text)” is no identifier of a key")
        }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    /// Whether what the action needs is there.
    private func check() throws {
        let isComplete =
            switch action {
            case .sign: signer != nil || signerKey != nil
            case .envelop, .certificates: !recipients.isEmpty
            case .encrypt: envelope != nil
            case .read: true
            }
        guard isComplete else { throw UsageError() }
    }
}
