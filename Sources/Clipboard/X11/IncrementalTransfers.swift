/// Values that are sent to other clients in parts, each after the client has taken the one before (ICCCM, section
/// 2.7.2).
///
/// If there are too many, the oldest transfer is discarded, since its client may have stopped taking parts.
struct IncrementalTransfers {
    struct Transfer: Equatable {
        let window: UInt32
        let property: UInt32
        /// The name of the format in which the value is sent; `type` is its atom.
        let format: String
        let type: UInt32
        /// The number of bytes that were sent.
        var sent = 0
    }

    /// The maximum number of transfers, more than a user ever pastes at a time.
    static let most = 32

    private var transfers: [Transfer] = []

    /// Begins a transfer. A client that requests the same property again has abandoned the transfer before.
    ///
    /// - Returns: windows whose events are no longer needed.
    mutating func begin(_ transfer: Transfer) -> [UInt32] {
        transfers.removeAll { $0.window == transfer.window && $0.property == transfer.property }
        transfers.append(transfer)
        guard transfers.count > Self.most else { return [] }
        let forgotten = transfers.removeFirst()
        return isIdle(forgotten.window) ? [forgotten.window] : []
    }

    /// Returns the transfer whose last part was taken.
    func transfer(window: UInt32, property: UInt32) -> Transfer? {
        transfers.first { $0.window == window && $0.property == property }
    }

    /// Records that a part was sent.
    mutating func advance(_ transfer: Transfer, by count: Int) {
        for index in transfers.indices where transfers[index] == transfer { transfers[index].sent += count }
    }

    /// Whether there is no transfer to a window.
    func isIdle(_ window: UInt32) -> Bool { !transfers.contains { $0.window == window } }

    mutating func end(_ transfer: Transfer) { transfers.removeAll { $0 == transfer } }

    mutating func windowGone(_ window: UInt32) { transfers.removeAll { $0.window == window } }
}
