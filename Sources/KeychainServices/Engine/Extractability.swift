/// Private keys that are not extractable (keychain-services 2.8, Docs/decisions/0073).
extension Attributes {
    /// Whether they are those of a private key whose data no operation returns: `extr` is false. Without the attribute a key is extractable.
    package var withholdData: Bool {
        self[.keyClass] == 1 && self[.extractable]?.isFalse == true
    }
}

extension AttributeValue {
    /// Whether it is not true, as the value of an attribute that allows something: nothing follows from a text that is no number.
    var isFalse: Bool {
        switch self {
        case .number(let number): number == 0
        case .real(let number): number == 0
        default: true
        }
    }
}

extension ItemParts {
    /// Returns what a search gives of an item of which it was asked for these parts: all of them, without the data of a key that is not
    /// extractable.
    ///
    /// - Throws: `.dataNotAvailable` if the data alone was asked for.
    func given(of attributes: Attributes) throws(KeychainError) -> ItemParts {
        guard contains(.data), attributes.withholdData else { return self }
        guard contains(.attributes) else { throw .notExtractable }
        return subtracting(.data)
    }
}

extension Draft {
    /// Checks that a key which is not extractable stays so: an update turns neither the attribute on, nor the key into one of another class.
    func check(stillWithholdsLike old: Attributes) throws(KeychainError) {
        guard !old.withholdData || attributes.withholdData else {
            throw KeychainError(
                .parameter, "a private key that is not extractable stays so",
                remedy: "make another key, and delete this one")
        }
    }
}

extension KeychainError {
    /// The error for the data of a key that is not extractable.
    package static var notExtractable: KeychainError {
        KeychainError(
            .dataNotAvailable, "the private key is not extractable: it can be used, and not copied",
            remedy: "use the key where it is, or ask for its attributes")
    }
}
