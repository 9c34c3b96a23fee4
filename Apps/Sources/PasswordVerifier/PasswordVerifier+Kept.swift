import CLibsodium

extension PasswordVerifier {
    /// Whether it takes as much time and memory as one that is made here. Who can write where verifiers are kept could else have a
    /// program use up all memory by asking it for a password.
    public var hasUsualCost: Bool {
        guard sodium_init() >= 0, text.hasPrefix("$argon2id$"), text.utf8.count < crypto_pwhash_strbytes() else {
            return false
        }
        return crypto_pwhash_str_needs_rehash(text, Cost.usual.passes, Cost.usual.memory) == 0
    }
}

extension PasswordVerifier: Codable {
    /// Only those of the usual cost are read.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self.init(text: try container.decode(String.self))
        guard hasUsualCost else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no verifier of the usual cost")
        }
    }

    /// As its text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
