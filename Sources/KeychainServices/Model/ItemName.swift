/// Which item something was done to, for a log: nothing of what is in it.
package struct ItemName: Hashable, Sendable {
    /// Its class and id.
    package let reference: PersistentReference
    /// Its access group; empty if the item is locked, so that nobody knows.
    package let group: String

    /// - Parameter group: nil if nobody knows.
    package init(_ reference: PersistentReference, group: String?) {
        self.reference = reference
        self.group = group ?? ""
    }
}
