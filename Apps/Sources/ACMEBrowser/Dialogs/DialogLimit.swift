/// The number of dialogs that a page may open before the user does something in the window.
///
/// Loading another page does not begin the count again: a page could load itself.
struct DialogLimit {
    /// The most dialogs.
    static let most = 5

    private var count = 0

    /// Counts a dialog.
    ///
    /// - Returns: whether it may be shown.
    mutating func allowsOneMore() -> Bool {
        guard count < Self.most else { return false }
        count += 1
        return true
    }

    /// Begins the count again, when the user has done something.
    mutating func reset() { count = 0 }
}
