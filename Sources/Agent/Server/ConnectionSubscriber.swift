import AgentProtocol

/// A connection that gets a reply whenever something changes.
final class ConnectionSubscriber: Subscriber {
    /// The number of the request.
    private let id: UInt64
    private let connectionID: Poller.ID
    // The reference goes with the connection.
    private weak let socket: ClientSocket?
    private let replies: ReplyWriter
    private let table: ConnectionTable

    init(_ id: UInt64, _ socket: ClientSocket, _ replies: ReplyWriter, _ table: ConnectionTable) {
        self.id = id
        connectionID = socket.id
        self.socket = socket
        self.replies = replies
        self.table = table
    }

    func begin() { table.note(connectionID, .listening) }

    func send(_ body: WireReply.OneOf_Body) -> Delivery {
        guard let socket else { return .failed }
        guard socket.hasRoom else { return .noRoom }
        do {
            try replies.reply(id, body, to: socket)
            return .sent
        } catch { return .failed }
    }

    func hangUp() { socket?.hangUp() }
}
