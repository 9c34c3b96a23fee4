import AgentProtocol
import KeychainServices

/// The program that sends a request, as the handlers of requests see it.
///
/// One thread at a time has it: the one that has its connection.
final class Caller: @unchecked Sendable {
    // Sendable: see above.
    let socket: ClientSocket
    var session: Session
    /// The items of a batch that have come so far.
    var batch: ItemBatch?
    /// What is lent for the request that is under way.
    let memory: RequestMemory
    /// Tells the program of changes in the keychain.
    var changeNotices: Task<Void, Never>? { didSet { oldValue?.cancel() } }

    init(_ socket: ClientSocket, _ session: Session, memory: RequestMemory) {
        self.socket = socket
        self.session = session
        self.memory = memory
    }

    deinit { changeNotices?.cancel() }

    var program: Program { session.program }
    /// The number of the connection.
    var id: Poller.ID { socket.id }
}

/// Items that are added by one request, which comes in several frames.
struct ItemBatch {
    /// The number of the request.
    let id: UInt64
    let count: Int
    let authentication: WireAuthentication
    var items: [NewItem] = []
    /// The bytes of the items.
    var bytes = 0
    /// Those of the items that came in frames too small to be lent memory for.
    var smallBytes = 0
}
