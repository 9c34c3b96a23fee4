import AgentProtocol
import Authentication
import CLinux
import Dispatch
import Foundation
import Glibc
import KeychainServices
import PasswordVault
import Synchronization
import TrustedPlatform

/// Serves a keychain to the programs that connect to a socket.
///
/// A few threads wait for whatever comes first, each does what a request asks and answers it. What changes the keychain waits
/// for the disk, what takes a passcode costs half a second: both have queues of their own, so that readers never wait for them.
package final class AgentServer: Sendable {
    package struct Configuration: Sendable {
        /// Where to listen.
        package var socketPath: String
        /// A socket that listens there already, from a service manager.
        package var inheritedSocket: Int32?
        /// Where connections come from that another process has accepted; nil: this one listens itself.
        package var handover: Int32?
        /// Whose programs are served.
        package var user = geteuid()
        /// Where keychains are put that a user moves here; nil: nowhere.
        package var account: AccountDirectory?
        /// Seconds without a request that needs an unlocked key until the keychain locks; 0: never.
        package var autoLock: UInt64 = 15 * 60
        /// Seconds without a connection until the agent ends; 0: never. One that gets its connections from another process stays
        /// as long as it has keys that took a passcode.
        package var idleExit: UInt64 = 0
        /// Nanoseconds that a program has for its greeting, or for the rest of a frame.
        package var frameTime: UInt64 = 30_000_000_000
        /// Nanoseconds that a thread waits in all for a program that does not take its answer (``SendTimeout``).
        package var replyTime: UInt64 = 30_000_000_000
        /// How many connections there may be.
        package var connections = ConnectionShares.Limits(all: Self.mostConnections)
        /// Nanoseconds of the seconds above: tests have shorter ones.
        package var second: UInt64 = 1_000_000_000
        /// What the waits after wrong passcodes go by.
        package var clocks: PasscodeAttempts.Clocks = PasscodeAttempts.machineClocks

        /// What seals the keys of vaults that a finger unlocks; nil: they are kept in memory.
        package var tpm: TPMAddress?

        /// Whether to do as on a kernel before 6.5, for tests.
        package var findsPeersByNumber = false

        package init(socketPath: String) { self.socketPath = socketPath }

        /// As many as there are descriptors for, with some left for files. Where there are few, some connections all the same:
        /// who comes when there is none left is turned away.
        private static var mostConnections: Int {
            var limit = rlimit()
            guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return fewest }
            let descriptors = Int(clamping: limit.rlim_cur) - 64
            return min(4096, max(fewest, descriptors / descriptorsOfConnection))
        }

        private static let fewest = 32
        /// The socket, the process, and its memory map.
        private static let descriptorsOfConnection = 3
    }

    static let workers = 4

    private enum OwnID {
        static let listener: Poller.ID = 1
        static let stop: Poller.ID = 2
        static let deadlines: Poller.ID = 3
        static let autoLock: Poller.ID = 4
        static let idleExit: Poller.ID = 5
        static let directory: Poller.ID = 6
        static let signals: Poller.ID = 7
        static let relisten: Poller.ID = 8
    }

    let configuration: Configuration
    let service: any KeychainService
    let gatekeeper: any Gatekeeper
    let audit: Auditor?
    /// Nil where everybody gets what it asks for: in tests.
    let policy: PolicyKeeper?
    let seen: SeenPrograms
    let attempts: PasscodeAttempts?
    /// Nil where nobody has any.
    let vaults: VaultKeeper?
    let poller: Poller
    /// What changes the keychain, one after another.
    let changes = DispatchQueue(label: "io.github.chatelaine.agent.changes")
    /// What derives a key from a passcode, one after another.
    let passcodes = DispatchQueue(label: "io.github.chatelaine.agent.passcodes")
    /// What is told to those who show questions, one after another.
    let prompting = DispatchQueue(label: "io.github.chatelaine.agent.prompting")
    let connections: ConnectionTable
    /// For each thread that waits, and for some that answer meanwhile.
    private let stock = GuardedBufferPool(maximumCount: 2 * workers)
    let questions = Questions()
    let sheets = SheetQueue()
    /// What the agent itself keeps; nil: nothing.
    let records: AgentRecords?
    let contexts = ProgramContexts()
    /// With what people are authenticated; nil: not at all.
    let equipment: AuthenticationEquipment?
    /// What counts as the device passcode in place of the keychain's own.
    let accountCheck: (any PasscodeCheck)?
    /// Confirms that a program's owner is there, where a passcode would.
    let ownerCheck: (@Sendable (Program) -> any OwnerCheck)?
    let autoLock: AutoLock
    /// Nil once the server has ended, so that another can take its place.
    private let listener: Mutex<Listener?>
    /// In place of a listener.
    private let handover: Handover?
    let arrival: Arrival?
    private let socketWatch: SocketWatch
    /// Runs while a socket that was taken away cannot be made anew.
    private let relisten: Timer
    private let deadlines: Timer
    private let idleExit: Timer
    private let stopEvent: Int32
    /// Counted up whenever what a program may do can have changed: by the policy, or because the keychain was locked.
    let judgement = Atomic(0)
    /// Counted up at every lock: passcodes that were shown before count no more.
    let locks = Atomic(0)
    private let hasStopped = Atomic(false)
    /// The connection by which keychains are being moved here; 0: none.
    private let mover = Atomic<Poller.ID>(0)
    /// Threads that wait for one connection alone.
    private let lingering = Atomic(0)
    /// What a person should know of this agent.
    let notes = Mutex<[String]>([])

    /// Listens from now on; serves when ``run()`` is called.
    ///
    /// - Parameters:
    ///   - service: the keychain, with all access groups.
    ///   - gatekeeper: decides who gets what.
    ///   - policy: what the gatekeeper decides by, for those who may change it.
    ///   - records: where it is kept how many wrong passcodes were tried; nil: nowhere, and nobody has to wait.
    ///   - vaults: the vaults that it has open for the command line; nil: none.
    ///   - authenticators: how people show who they are.
    ///   - makeAudit: opens what it is written down in who asked for what; called when it is known that no other agent is there.
    /// - Throws: `.notAvailable` if another agent is there, or the socket cannot be made.
    package init(
        _ configuration: Configuration, service: any KeychainService, gatekeeper: any Gatekeeper,
        policy: PolicyKeeper? = nil, records: AgentRecords? = nil, vaults: VaultDirectory? = nil,
        authenticators: Authenticators = Authenticators(),
        audit makeAudit: () throws(KeychainError) -> Auditor? = { () throws(KeychainError) in nil }
    ) throws(KeychainError) {
        self.configuration = configuration
        self.service = service
        self.gatekeeper = gatekeeper
        self.policy = policy
        self.records = records
        (accountCheck, ownerCheck) = (authenticators.account, authenticators.owner)
        let equipment = try authenticators.equipment(records)
        self.equipment = equipment
        seen = (gatekeeper as? PolicyGatekeeper)?.seen ?? SeenPrograms()
        attempts = if let records { try PasscodeAttempts(records, clocks: configuration.clocks) } else { nil }
        let fingers = FingerUnlocks(records, equipment, tpm: configuration.tpm, clocks: configuration.clocks)
        self.vaults = vaults.map { VaultKeeper($0, records, fingers: fingers, clocks: configuration.clocks) }
        poller = try Poller()
        connections = ConnectionTable(configuration.connections)
        handover = configuration.handover.map { Handover(descriptor: $0) }
        arrival = configuration.account.map { Arrival(in: $0) }
        let listener: Listener? =
            if handover == nil {
                try Listener(path: configuration.socketPath, inherited: configuration.inheritedSocket)
            } else { nil }
        audit = try makeAudit()
        socketWatch = try SocketWatch(path: handover == nil ? configuration.socketPath : "")
        relisten = try Timer()
        deadlines = try Timer()
        idleExit = try Timer()
        autoLock = try AutoLock(interval: configuration.autoLock &* configuration.second)
        stopEvent = try .valid(clinux_event(), "make an event")
        if let source = listener?.descriptor ?? handover?.descriptor {
            try poller.add(source, id: OwnID.listener, once: true)
        }
        try poller.add(stopEvent, id: OwnID.stop, once: false)
        try poller.add(socketWatch.descriptor, id: OwnID.directory, once: true)
        try poller.add(relisten.descriptor, id: OwnID.relisten, once: true)
        try poller.add(deadlines.descriptor, id: OwnID.deadlines, once: true)
        try poller.add(idleExit.descriptor, id: OwnID.idleExit, once: true)
        try poller.add(autoLock.timer.descriptor, id: OwnID.autoLock, once: true)
        self.listener = Mutex(listener)
    }

    deinit { close(stopEvent) }

    /// Has it told, from now on, to whoever asks for the state of the agent.
    package func note(_ text: String) { notes.withLock { $0.append(text) } }

    /// Serves until ``stop()``, or until nobody has been connected for as long as the configuration says.
    package func run() {
        waitForCompany()
        let group = DispatchGroup()
        for number in 1..<Self.workers {
            group.enter()
            let thread = Thread { [self] in
                work()
                group.leave()
            }
            thread.name = "agent \(number)"
            thread.stackSize = 1 << 20
            thread.start()
        }
        work()
        group.wait()
        // What was acknowledged is durable; what is under way is finished, so that its program learns of it.
        changes.sync {}
        passcodes.sync {}
        contexts.endAll()
        sheets.endAll()
        connections.removeAll()
        audit?.flush()
        listener.withLock { $0 = nil }
    }

    /// Ends ``run()``. May be called from any thread.
    package func stop() {
        hasStopped.store(true, ordering: .relaxed)
        clinux_event_signal(stopEvent)
    }

    /// Ends ``run()`` when a signal asks for it. To be called before the first thread is made.
    package func stopOnSignals() throws(KeychainError) {
        try poller.add(.valid(clinux_termination_signals(), "wait for signals"), id: OwnID.signals, once: false)
    }

    // MARK: - Threads

    private func work() {
        while !hasStopped.load(ordering: .relaxed) {
            switch poller.next() {
            case OwnID.stop: return
            case OwnID.signals: stop()
            case OwnID.listener: acceptAll()
            case OwnID.deadlines: hangUpOnTheSlow()
            case OwnID.directory:
                socketWatch.acknowledge()
                listenAgain()
                poller.rearm(socketWatch.descriptor, id: OwnID.directory)
            case OwnID.relisten:
                relisten.acknowledge()
                listenAgain()
                poller.rearm(relisten.descriptor, id: OwnID.relisten)
            case OwnID.autoLock:
                if autoLock.timeHasCome() { try? lock(because: .idle) }
                poller.rearm(autoLock.timer.descriptor, id: OwnID.autoLock)
            case OwnID.idleExit:
                idleExit.acknowledge()
                endIfIdle()
                poller.rearm(idleExit.descriptor, id: OwnID.idleExit)
            case let id: serve(id)
            }
        }
    }

    private func acceptAll() {
        if let handover { return takeAll(from: handover) }
        listener.withLock { listener in
            guard let listener else { return }
            while let descriptor = listener.accept() { admit(descriptor) }
            poller.rearm(listener.descriptor, id: OwnID.listener)
        }
    }

    private func takeAll(from handover: Handover) {
        while true {
            switch handover.next() {
            case .connection(let descriptor): admit(descriptor)
            case .nothing: return poller.rearm(handover.descriptor, id: OwnID.listener)
            case .end: return stop()
            }
        }
    }

    private func endIfIdle() {
        guard connections.isEmpty else { return }
        guard let handover else { return stop() }
        // Ending would lock what somebody has unlocked.
        guard vaults?.hasKeys != true else { return waitForCompany() }
        switch try? service.lockState() {
        case .noPasscode, .beforeFirstUnlock, nil: handover.offerToEnd()
        case .unlocked, .lockedAfterFirstUnlock: waitForCompany()
        }
    }

    /// Makes the socket anew if somebody has taken it away. A service manager's own is the service manager's business.
    private func listenAgain() {
        guard configuration.inheritedSocket == nil, handover == nil else { return }
        listener.withLock { listener in
            guard let gone = listener, !gone.isOurs else { return }
            poller.remove(gone.descriptor)
            do throws(KeychainError) {
                let made = try Listener(path: configuration.socketPath, replacing: gone)
                try poller.add(made.descriptor, id: OwnID.listener, once: true)
                listener = made
                socketWatch.renew()
            } catch {
                // A full disk, or a directory that cannot be made: again in a while, until the cause has gone.
                relisten.set(after: Self.relistenPause)
            }
        }
    }

    /// In nanoseconds.
    private static let relistenPause: UInt64 = 2_000_000_000

    private func admit(_ descriptor: Int32) {
        guard
            let connection = try? Connection(
                descriptor: descriptor, id: connections.makeID(), stock: stock,
                findsPeerByNumber: configuration.findsPeersByNumber), connection.credentials.uid == configuration.user
        else { return }
        let (isAdmitted, gone) = connections.insert(connection)
        guard isAdmitted else { return }
        if let gone { remove(gone) }
        idleExit.set(after: 0)
        watchDeadline(of: connection)
        if (try? poller.add(descriptor, id: connection.id, once: true)) == nil { remove(connection) }
    }

    private func serve(_ id: Poller.ID) {
        guard let connection = connections.take(id) else { return }
        do throws(FrameError) {
            var usedAt: UInt64?
            var served = 0
            var isThere = try connection.reader.fill(from: connection.descriptor, waits: false)
            // Others have their turn as well: the timers, the end of the agent.
            while isThere, served < Self.mostInTurn, !hasStopped.load(ordering: .relaxed) {
                served += 1
                if connection.hasDeadline { connections.clearDeadline(of: id) }
                connection.hasDeadline = false
                // Of what a program asks one after another, the times are in that order, however soon it gets its answers.
                usedAt = bootTime()
                guard try handle(connection) == .goOn else { return }
                // The next request has an event of its own, unless it came with this one or comes at once; the parts of a batch
                // follow each other.
                if connection.isInBatch || connection.reader.hasMore {
                    isThere = try connection.reader.fill(from: connection.descriptor, waits: false)
                } else {
                    isThere = if connection.isReady { try linger(connection) } else { false }
                }
            }
            if connection.reader.isInFrame || !connection.isReady { watchDeadline(of: connection) }
            rearm(connection, lastUsedAt: usedAt)
        } catch {
            remove(connection)
        }
    }

    /// Waits a moment for the next request of a program that was just answered: one that asks again and again is then served
    /// without a detour over the poller. Only as long as enough threads wait for the others.
    ///
    /// - Returns: whether it has come.
    private func linger(_ connection: Connection) throws(FrameError) -> Bool {
        defer { lingering.subtract(1, ordering: .relaxed) }
        guard lingering.add(1, ordering: .relaxed).newValue <= Self.mostLingering else { return false }
        return try connection.reader.waitForData(on: connection.descriptor)
    }

    private static let mostLingering = workers / 2
    /// Requests of one connection that a thread serves before it looks for others.
    private static let mostInTurn = 64

    /// Lets the next request of a connection come in.
    ///
    /// - Parameter time: when that last came, in nanoseconds of ``bootTime()``; nil: now.
    func rearm(_ connection: Connection, lastUsedAt time: UInt64? = nil) {
        connections.note(connection.id, connection.isReady ? .atRest : .greeting, since: time)
        poller.rearm(connection.descriptor, id: connection.id, atOnce: connection.reader.hasMore)
    }

    // MARK: - Moves

    var isMovingIn: Bool { mover.load(ordering: .acquiring) != 0 }

    /// - Returns: false if another connection is at it.
    func beginMove(by id: Poller.ID) -> Bool {
        let (_, before) = mover.compareExchange(expected: 0, desired: id, ordering: .acquiringAndReleasing)
        return before == 0 || before == id
    }

    func endMove(by id: Poller.ID) {
        guard mover.load(ordering: .acquiring) == id, !hasStopped.load(ordering: .relaxed) else { return }
        arrival?.abandon()
        mover.store(0, ordering: .releasing)
    }

    func remove(_ connection: Connection) {
        // Behind whatever of the move is under way.
        if mover.load(ordering: .acquiring) == connection.id {
            changes.async { [self, id = connection.id] in endMove(by: id) }
        }
        connection.hangUp()
        poller.remove(connection.descriptor)
        connections.remove(connection.id)
        forget(connection.id)
        contexts.end(on: connection.id)
        vaults?.forgetParts(of: connection.id)
        if connections.isEmpty { waitForCompany() }
    }

    // MARK: - Time

    private func watchDeadline(of connection: Connection) {
        connection.hasDeadline = true
        if connections.setDeadline(of: connection.id, bootTime() + configuration.frameTime) {
            deadlines.set(after: configuration.frameTime)
        }
    }

    private func hangUpOnTheSlow() {
        deadlines.acknowledge()
        let next = connections.hangUp(after: bootTime())
        if let next { deadlines.set(after: next) }
        poller.rearm(deadlines.descriptor, id: OwnID.deadlines)
    }

    private func waitForCompany() { idleExit.set(after: configuration.idleExit &* configuration.second) }
}
