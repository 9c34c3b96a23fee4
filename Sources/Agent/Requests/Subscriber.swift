import AgentProtocol

/// The connection of a request that gets another reply whenever something changes.
protocol Subscriber: Sendable {
    /// Marks the connection as one that waits for events, and not for an answer.
    func begin()

    /// Sends another reply.
    func send(_ body: WireReply.OneOf_Body) -> Delivery

    /// Ends the connection.
    func hangUp()
}

/// The result of sending a reply to a subscriber.
enum Delivery {
    case sent
    /// The program has not read earlier replies yet.
    case noRoom
    /// The connection is gone.
    case failed
}
