import AgentProtocol
import CLinux
import Dispatch
import Foundation
import KeychainServices
import LinuxSupport
import PasswordVault

/// Serves a keychain to the programs that connect to a socket.
///
/// A few threads wait for events of all sockets; each takes what has come and handles it. This class composes the parts of the server
/// and distributes the events: ``ConnectionLoop`` reads frames, ``RequestRunner`` runs requests, ``RequestDispatcher`` is the table of
/// requests and their handlers.
package final class AgentServer: Sendable {
    /// The threads that wait for events.
    private static let workers = 4
    /// The time that requests which are under way at the end have left. It is part of the time of ``TimelyEnd``.
    private static let finishing = DispatchTimeInterval.milliseconds(1000)

    private let configuration: Configuration
    private let poller: Poller
    private let source: ConnectionSource
    private let connections: ConnectionKeeper
    private let loop: ConnectionLoop
    private let dispatcher: RequestDispatcher
    private let shared: SharedServices
    private let idleExit: IdleExit
    private let stopSignal: StopSignal

    /// Listens from now on; serves when ``run()`` is called.
    ///
    /// - Parameters:
    ///   - service: the keychain, with all access groups.
    ///   - gatekeeper: identifies programs, and decides which access groups they get.
    ///   - policy: the policy of the gatekeeper, for those who may change it.
    ///   - records: keeps how many wrong passcodes were tried; `nil` for no count, and no waits.
    ///   - vaults: the vaults that the agent may open; `nil` for none.
    ///   - authenticators: the means by which people authenticate.
    ///   - makeAudit: opens the audit log; called when it is known that no other agent is there.
    /// - Throws: `.notAvailable` if another agent is there, or the socket cannot be made.
    package init(
        _ configuration: Configuration, service: any KeychainService, gatekeeper: any Gatekeeper,
        policy: PolicyKeeper? = nil, records: AgentRecords? = nil, vaults: VaultDirectory? = nil,
        authenticators: Authenticators = Authenticators(),
        audit makeAudit: () throws(KeychainError) -> Auditor? = { () throws(KeychainError) in nil }
    ) throws(KeychainError) {
        self.configuration = configuration
        poller = try Poller()
        source = try ConnectionSource(configuration, poller)
        shared = try SharedServices(
            configuration, service: service, gatekeeper: gatekeeper, policy: policy, records: records, vaults: vaults,
            authenticators: authenticators, audit: try makeAudit())
        let stopSignal = try StopSignal()
        self.stopSignal = stopSignal
        idleExit = try IdleExit(interval: configuration.idleExit &* configuration.second)
        let table = ConnectionTable(configuration.connections)
        let status = StatusRequests(autoLock: configuration.autoLock, table, gatekeeper, shared.checker)
        let dispatcher = RequestDispatcher(
            shared, status, arrival: configuration.account.map { Arrival(in: $0) }, stop: { stopSignal.set() })
        self.dispatcher = dispatcher
        connections = try ConnectionKeeper(configuration, table, poller, idleExit, workers: Self.workers) {
            dispatcher.connectionEnded($0)
        }
        let inspection = ProgramInspection(admissions: shared.admissions)
        let replies = ReplyWriter(timeout: configuration.replyTime)
        let greeter = Greeter(
            inspection: inspection, admissions: shared.admissions, policy: policy, consent: shared.consent,
            audit: shared.audit, replies: replies, connections: connections)
        let requests = RequestRunner(inspection, dispatcher, shared, replies, connections)
        loop = ConnectionLoop(connections, inspection, greeter, requests, stopSignal, workers: Self.workers)
        try poller.add(stopSignal.descriptor, id: ServerEvent.stop, once: false)
        try poller.add(idleExit.timer.descriptor, id: ServerEvent.idleExit, once: true)
        try poller.add(shared.autoLock.timer.descriptor, id: ServerEvent.autoLock, once: true)
        try poller.add(shared.unlockedKeychains.timer.descriptor, id: ServerEvent.keychains, once: true)
        try poller.add(shared.logs.timer.descriptor, id: ServerEvent.logs, once: true)
    }

    /// Adds a note that the state of the agent shows from now on.
    package func note(_ text: String) { dispatcher.status.addNote(text) }

    /// Serves until ``stop()``, or until there has been no connection for as long as the configuration says.
    package func run() {
        idleExit.start()
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
        // What was acknowledged is durable; what is under way is finished, so that its program learns of it, unless that takes too long.
        let deadline = DispatchTime.now() + Self.finishing
        _ = group.wait(timeout: deadline)
        shared.queues.writes.drain(until: deadline)
        shared.queues.drainDerivations(until: deadline)
        dispatcher.end()
        connections.table.removeAll()
        shared.audit?.flush()
        source.close()
    }

    /// Ends ``run()``. May be called from any thread.
    package func stop() { stopSignal.set() }

    /// Ends ``run()`` when a signal asks for it, and the process within two seconds. To be called before the first thread is made.
    package func stopOnSignals() throws(KeychainError) {
        let signals = Descriptor(owning: try .valid(clinux_termination_signals(), "wait for signals"))
        TimelyEnd(signals, stopSignal).start()
    }

    // MARK: - Events

    private func work() {
        while !stopSignal.isSet {
            switch poller.next() {
            case ServerEvent.stop: return
            case ServerEvent.listener: if !source.acceptAll(connections.admit) { stop() }
            case ServerEvent.deadlines: connections.hangUpOnSlowConnections()
            case ServerEvent.socketWatch: source.socketHasChanged()
            case ServerEvent.relisten: source.retryListening()
            case ServerEvent.autoLock:
                if shared.autoLock.hasExpired() { try? lock(because: .idle) }
                poller.rearm(shared.autoLock.timer.descriptor, id: ServerEvent.autoLock)
            case ServerEvent.keychains:
                shared.unlockedKeychains.timeIsOver()
                poller.rearm(shared.unlockedKeychains.timer.descriptor, id: ServerEvent.keychains)
            case ServerEvent.logs:
                shared.logs.intervalIsOver()
                poller.rearm(shared.logs.timer.descriptor, id: ServerEvent.logs)
            case ServerEvent.idleExit:
                idleExit.timer.acknowledge()
                endIfIdle()
                poller.rearm(idleExit.timer.descriptor, id: ServerEvent.idleExit)
            case let id: loop.serve(id)
            }
        }
    }

    private func endIfIdle() {
        guard connections.table.isEmpty else { return }
        guard source.isHandedOver else { return stop() }
        // Ending would lock what a person has unlocked.
        guard shared.vaults?.hasKeys != true, shared.unlockedKeychains.table.isEmpty, shared.offers.isEmpty else {
            return idleExit.start()
        }
        switch try? shared.service.lockState() {
        case .noPasscode, .beforeFirstUnlock, nil: source.offerToEnd()
        case .unlocked, .lockedAfterFirstUnlock: idleExit.start()
        }
    }

    // MARK: - Locking

    /// The cause of a lock that no program has asked for.
    package enum LockCause: String, Sendable {
        /// No request has needed a key for a time.
        case idle
        /// The machine goes to sleep.
        case sleep
        /// A session of the user's is locked.
        case session
        /// The screen is locked.
        case screen
    }

    /// Locks the keychain for another cause than a request.
    package func lock(because cause: LockCause) throws(KeychainError) {
        // Portable keychains have settings of their own.
        if cause == .sleep { shared.unlockedKeychains.table.lockForSleep() }
        let wasOpen = shared.keychainLock.isUnlocked()
        try shared.keychainLock.lock()
        // A screen that is locked again and again has nothing to tell.
        if wasOpen { shared.audit?.note("lock: \(cause)") }
    }
}
