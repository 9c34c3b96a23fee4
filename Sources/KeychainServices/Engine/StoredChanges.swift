/// The changes of an update made ready for items of one class: values in their stored form, and nothing that no update changes.
struct StoredChanges {
    var open: Attributes
    let secret: Attributes
    let data: Changes.Secret

    /// - Throws: `.parameter`, `.noSuchAttribute` for attributes that the class does not have or take, or that contradict each
    ///   other, whether or not there is an item to look at.
    init(_ changes: Changes, of itemClass: ItemClass) throws(KeychainError) {
        var (open, secret) = try Draft.split(changes.attributes.merging(changes.secretAttributes), itemClass)
        open[.multiUser] = nil
        // A live item becomes a tombstone by being deleted, which takes its secret; a digest is computed.
        open[.tombstone] = nil
        open[.sha1] = nil
        _ = try Draft(itemClass: itemClass, attributes: open, secrets: [:]).protection()
        guard open[.sharingGroup] == nil else { throw .parameter("the sharing group of an item cannot be changed") }
        self.open = open
        self.secret = secret
        data = changes.data
    }
}
