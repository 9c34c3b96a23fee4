import AccessPolicy
import AgentProtocol
import CLinux
import Glibc
import KeychainServices
import Synchronization

/// A program that is connected. One thread at a time has it: the poller tells of it once, until it is armed again.
final class Connection: @unchecked Sendable {
    // Sendable: see above. What other threads may look at is constant or atomic.
    enum Phase {
        case greeting
        /// The nonce that is to come back, the groups that the program wants, and what it looked like.
        case proving(nonce: [UInt8], wanted: [String], program: Program)
        case ready(Session)
    }

    /// What an accepted program is served with.
    struct Session {
        var program: Program
        /// The groups that it asked for.
        let wanted: [String]
        /// What it presented, if anything.
        let token: TokenGrant?
        var keychain: any KeychainService
        /// As it may change it.
        var changingKeychain: any KeychainService
        /// What of the policy and of the lock it was judged by: ``AgentServer/judgement``.
        var judgement = 0
        /// The lock that a passcode was shown after: ``AgentServer/locks``.
        var lock = 0
        /// Whether it has sent the right passcode since the last lock.
        var hasShownPasscode = false
        /// What of that counts for items that take the passcode.
        var shownPasscode: ShownPasscode?
        var batch: Batch?
    }

    /// Items of one request that have come so far.
    struct Batch {
        let id: UInt64
        let count: Int
        let authentication: WireAuthentication
        var items: [NewItem] = []
        var bytes = 0
    }

    let descriptor: Int32
    let id: Poller.ID
    let credentials: ProcessCredentials
    /// Who it counts for where there are too many.
    let owner: ConnectionShares.Owner
    /// Refers to the process that made the connection.
    let pidfd: Int32
    var phase = Phase.greeting {
        // Asked at every request; a phase is large.
        didSet {
            if case .ready(let session) = phase {
                (isReady, isInBatch) = (true, session.batch != nil)
            } else {
                (isReady, isInBatch) = (false, false)
            }
        }
    }
    /// Whether it is through with greeting.
    private(set) var isReady = false
    /// Whether further parts of a request are to come.
    private(set) var isInBatch = false
    /// Whether patience with it ends at some time.
    var hasDeadline = false
    var reader: FrameReader
    /// When the program was looked at last, in nanoseconds of ``bootTime()``.
    var lookedAt: UInt64 = 0
    var watch: Task<Void, Never>?

    /// - Parameters:
    ///   - stock: memory for what comes.
    ///   - findsPeerByNumber: whether to do as on a kernel without descriptors of peers. The process that gets an ended one's number in
    ///     between gains nothing: who speaks has to have that number and be what is found under it.
    /// - Throws: `.notAvailable` if the other end has gone already.
    init(
        descriptor: Int32, id: Poller.ID, stock: GuardedBufferPool, findsPeerByNumber: Bool
    ) throws(KeychainError) {
        reader = FrameReader(keepsGuardedMemory: false, pool: stock)
        self.descriptor = descriptor
        self.id = id
        var peer = clinux_credentials()
        let error = clinux_peer(descriptor, &peer)
        let pidfd = error == 0 ? clinux_peer_pidfd(descriptor, findsPeerByNumber) : -error
        guard pidfd >= 0 else {
            close(descriptor)
            throw .ofSystem("learn who connects", errno: -pidfd)
        }
        self.pidfd = pidfd
        credentials = ProcessCredentials(peer)
        let session = getsid(peer.pid)
        owner = ConnectionShares.Owner(session: session > 0 ? session : peer.pid, process: peer.pid)
        reader.limit = FrameHeader.maximumGreetingSize
        reader.sender = peer
        var timeout = timeval(tv_sec: 0, tv_usec: Self.lingering)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        watch?.cancel()
        close(pidfd)
        close(descriptor)
    }

    /// Microseconds that a thread waits for the next request of the program that it has just answered.
    private static let lingering = 1000

    /// Bytes that are known to have room in the socket.
    private let room = Atomic(0)

    /// Whether the program takes what it is sent: then there is room for at least 64 KiB.
    var hasRoom: Bool {
        if room.load(ordering: .relaxed) > 0 { return true }
        // Then there is room for at least 128 KiB: the kernel lets a quarter fill up.
        var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&watched, 1, 0) == 1 else { return false }
        room.store(64 << 10, ordering: .relaxed)
        return true
    }

    /// So many bytes have been sent. The kernel counts what it needs for them as well.
    func useRoom(_ count: Int) { room.subtract(count + 1024, ordering: .relaxed) }

    /// What poll(2) says of a descriptor whose other end has been closed: Linux' POLLRDHUP.
    static let otherEndIsClosed: Int16 = 0x2000

    /// Whether the program has closed its end.
    var isGone: Bool {
        var watched = pollfd(fd: descriptor, events: Self.otherEndIsClosed, revents: 0)
        return poll(&watched, 1, 0) == 1
    }

    /// Ends the connection; the thread that has it, or the next one, notices.
    func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
