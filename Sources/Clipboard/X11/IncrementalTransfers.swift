/// Values that go to other clients in parts, each after the client has taken the one before (ICCCM, section 2.7.2).
///
/// Whoever takes none any more is forgotten when there are too many.
struct IncrementalTransfers {
    struct Transfer: Equatable {
        let window: UInt32
        let property: UInt32
        /// In which the value is sent: the name, and its number.
        let format: String
        let type: UInt32
        /// Bytes that were sent.
        var sent = 0
    }

    /// More than a person ever pastes at a time.
    static let most = 32

    private var transfers: [Transfer] = []

    /// A client that begins anew with the same property has done with what was before.
    ///
    /// - Returns: windows of which nothing more need be known.
    mutating func begin(_ transfer: Transfer) -> [UInt32] {
        transfers.removeAll { $0.window == transfer.window && $0.property == transfer.property }
        transfers.append(transfer)
        guard transfers.count > Self.most else { return [] }
        let forgotten = transfers.removeFirst()
        return isIdle(forgotten.window) ? [forgotten.window] : []
    }

    /// The transfer whose last part was taken.
    func transfer(window: UInt32, property: UInt32) -> Transfer? {
        transfers.first { $0.window == window && $0.property == property }
    }

    /// Notes that a part was sent.
    mutating func advance(_ transfer: Transfer, by count: Int) {
        for index in transfers.indices where transfers[index] == transfer { transfers[index].sent += count }
    }

    /// Whether nothing goes to a window.
    func isIdle(_ window: UInt32) -> Bool { !transfers.contains { $0.window == window } }

    mutating func end(_ transfer: Transfer) { transfers.removeAll { $0 == transfer } }

    mutating func windowGone(_ window: UInt32) { transfers.removeAll { $0.window == window } }
}
