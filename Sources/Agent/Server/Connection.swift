import AgentProtocol
import CLinux
import Glibc
import KeychainServices

/// The connection of a program: its socket, its process, and the state of the protocol.
///
/// One thread at a time has it: the poller delivers its event once, until it is armed again.
final class Connection: @unchecked Sendable {
    // Sendable: see above. Other threads look only at constants, and at the socket.
    enum Phase {
        case greeting
        /// The nonce that is to come back, the groups that the program wants, and the program as it was then.
        case proving(nonce: [UInt8], wanted: [String], program: Program)
    }

    let socket: ClientSocket
    let credentials: ProcessCredentials
    /// The owner that the connection counts for when there are too many.
    let owner: ConnectionShares.Owner
    /// A pidfd of the process that made the connection.
    let pidfd: Int32
    /// The step of the greeting, until there is a ``caller``.
    var phase = Phase.greeting
    /// The program once it has been accepted.
    var caller: Caller?
    /// Whether the connection ends if nothing comes for a time.
    var hasDeadline = false
    var reader: FrameReader
    private let memory: MemoryBudget
    /// The time of the last look at the program, in nanoseconds of ``Clock.sinceBoot``.
    var lookedAt: UInt64 = 0

    var id: Poller.ID { socket.id }
    var descriptor: Int32 { socket.descriptor }
    /// Whether the greeting is complete.
    var isReady: Bool { caller != nil }
    /// Whether further parts of a request are to come.
    var isInBatch: Bool { caller?.batch != nil }

    /// - Parameters:
    ///   - descriptor: belongs to this object from now on, even if this throws.
    ///   - buffers: memory for frames.
    ///   - memory: what all connections may have together.
    ///   - findsPeerByNumber: whether to do as on a kernel without descriptors of peers. A process that gets the
    ///     number of an ended one in between gains nothing: the sender has to have that number and be the program that is found under it.
    /// - Throws: `.notAvailable` if the other end has gone already.
    init(
        descriptor: Int32, id: Poller.ID, buffers: GuardedBufferPool, memory: MemoryBudget, findsPeerByNumber: Bool
    ) throws(KeychainError) {
        socket = ClientSocket(descriptor: descriptor, id: id)
        var peer = clinux_credentials()
        let error = clinux_peer(descriptor, &peer)
        let pidfd = error == 0 ? clinux_peer_pidfd(descriptor, findsPeerByNumber) : -error
        guard pidfd >= 0 else { throw .ofSystem("learn who connects", errno: -pidfd) }
        self.pidfd = pidfd
        credentials = ProcessCredentials(peer)
        let session = getsid(peer.pid)
        owner = ConnectionShares.Owner(session: session > 0 ? session : peer.pid, process: peer.pid)
        self.memory = memory
        let loan = MemoryLoan(memory, connection: id, session: owner.session)
        reader = FrameReader(keepsGuardedMemory: false, buffers: buffers, loan: loan)
        reader.limit = FrameHeader.maximumGreetingSize
        reader.sender = peer
        var timeout = timeval(tv_sec: 0, tv_usec: Self.lingering)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(pidfd) }

    /// Ends the connection; the thread that has it, or the next one, notices. It waits for no memory any more.
    func hangUp() {
        socket.hangUp()
        memory.stopWaiting(id)
    }

    /// Returns what is lent for a request: nothing yet.
    func makeLoan() -> MemoryLoan { MemoryLoan(memory, connection: id, session: owner.session) }

    /// The microseconds that a thread waits for the next request of the program that it has just answered.
    private static let lingering = 1000
}
