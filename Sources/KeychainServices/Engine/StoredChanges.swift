/// The changes of an update, prepared for items of one class: values in stored form, without attributes that an update cannot change.
struct StoredChanges {
    var open: Attributes
    let secret: Attributes
    let data: Changes.Secret

    /// Prepares the changes.
    ///
    /// - Throws: `.parameter`, `.noSuchAttribute` for attributes that the class does not have or take, or that contradict each
    ///   other, whether or not an item matches.
    init(_ changes: Changes, of itemClass: ItemClass) throws(KeychainError) {
        var (open, secret) = try Draft.split(changes.attributes.merging(changes.secretAttributes), itemClass)
        open[.multiUser] = nil
        // Only a deletion turns an item into a tombstone, because it removes the secret; the digest is computed.
        open[.tombstone] = nil
        open[.sha1] = nil
        // It belongs to the data.
        if case .keep = changes.data { open[.publicKey] = nil }
        _ = try Draft(itemClass: itemClass, attributes: open, secrets: [:]).protection()
        guard open[.sharingGroup] == nil else { throw .parameter("the sharing group of an item cannot be changed") }
        self.open = open
        self.secret = secret
        data = changes.data
    }
}
