import CLibsodium

extension PasswordVerifier {
    /// Whether the verifier takes as much time and memory as one that is made here. Otherwise a program that can write to the place of
    /// stored verifiers could make this program use up all memory when it checks a password.
    public var hasUsualCost: Bool {
        guard sodium_init() >= 0, text.hasPrefix("$argon2id$"), text.utf8.count < crypto_pwhash_strbytes() else {
            return false
        }
        return crypto_pwhash_str_needs_rehash(text, Cost.usual.passes, Cost.usual.memory) == 0
    }
}

extension PasswordVerifier: Codable {
    /// Decodes a verifier. Only one of the usual cost is accepted.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self.init(text: try container.decode(String.self))
        guard hasUsualCost else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no verifier of the usual cost")
        }
    }

    /// Encodes the verifier as its text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
