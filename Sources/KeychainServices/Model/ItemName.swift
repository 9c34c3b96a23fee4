/// The identity of an item for a log, without its contents.
package struct ItemName: Hashable, Sendable {
    /// The item's class and id.
    package let reference: PersistentReference
    /// The item's access group; empty if it is not known because the item is locked.
    package let group: String

    /// Makes a name.
    ///
    /// - Parameter group: nil if not known.
    package init(_ reference: PersistentReference, group: String?) {
        self.reference = reference
        self.group = group ?? ""
    }
}
