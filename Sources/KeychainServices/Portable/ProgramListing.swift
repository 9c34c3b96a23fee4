/// The effect of the access lists of a portable keychain's items: which other programs get its key.
struct ProgramListing: Sendable {
    let keychain: PortableKeychain

    /// Makes a change of items.
    ///
    /// - Parameters:
    ///   - attributes: those that the change stores.
    ///   - change: makes it, with access lists that say what the programs are now.
    /// - Throws: `.interactionNotAllowed` for access lists, if this program has not given the password: nothing is changed then.
    static func listing<Result>(
        _ listing: ProgramListing?, for attributes: [Attributes],
        _ change: ([Attributes]) throws(KeychainError) -> Result
    ) throws(KeychainError) -> Result {
        guard let listing, attributes.contains(where: { $0[.accessList] != nil }) else { return try change(attributes) }
        let result = try change(try listing.keychain.identifyPrograms(in: attributes))
        // The change is made. If it was locked meanwhile, the lock wins: the next unlock says it.
        try? listing.keychain.listPrograms()
        return result
    }
}
