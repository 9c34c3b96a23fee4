import AgentProtocol
import CLinux
import Foundation
import Glibc
import KeychainServices
import LinuxSupport
import ProcessIdentity

/// Accepts the connections of all users of the machine, and hands each over to a process that serves its user alone.
///
/// It holds no keys, reads nothing that programs send, and opens no keychain. The kernel tells the user of a connection.
package final class SystemService: @unchecked Sendable {
    // Sendable: the state that changes is used on one queue.

    package struct Configuration: Sendable {
        /// The path of the socket to listen at.
        package var socketPath = SystemLocations.socket
        /// A socket that listens there already, from a service manager.
        package var inheritedSocket: Int32?
        /// The directory with the data of all users.
        package var stateDirectory = SystemLocations.state
        /// The program that serves one user, with the arguments that are the same for all users.
        package var server: [String]

        package init(server: [String]) { self.server = server }
    }

    /// A process that serves a user.
    private final class Server {
        let account: Account
        let socket: Int32
        /// The number of connections that it was given.
        var given: UInt64 = 0

        init(_ account: Account, socket: Int32) {
            self.account = account
            self.socket = socket
        }

        /// The process ends without the socket.
        deinit { close(socket) }
    }

    private enum OwnID {
        static let listener: Poller.ID = 1
        static let signals: Poller.ID = 2
    }

    private let configuration: Configuration
    private let listener: Listener
    private let poller: Poller
    /// The connection to the process that looks at programs.
    private let helper: IdentifyHelper
    /// The queue for the state below.
    private let handing = DispatchQueue(label: "io.github.chatelaine.service.handing")
    private var servers: [Poller.ID: Server] = [:]
    private var nextID = Poller.firstConnection
    /// The connections of users whose account is being looked up.
    private var waiting: [uid_t: Int] = [:]
    /// The queue on which accounts and home directories are looked up: a name server that does not answer, or a home directory on a file
    /// system that hangs, keeps no other user waiting.
    private let lookups = DispatchQueue(label: "io.github.chatelaine.service.lookups", attributes: .concurrent)
    /// The most look-ups of one user at a time.
    private static let mostLookups = 4
    /// The connections that are accepted before other events are handled.
    private static let mostInTurn = 64
    /// The most accounts with a process at the same time.
    private static let mostServers = 512

    /// Listens from now on.
    ///
    /// - Parameter helper: started while this process still could give it its capabilities.
    /// - Throws: `.notAvailable` if another service is there, or the socket cannot be made.
    package init(_ configuration: Configuration, helper: IdentifyHelper) throws(KeychainError) {
        self.configuration = configuration
        self.helper = helper
        poller = try Poller()
        listener = try Listener(
            path: configuration.socketPath, inherited: configuration.inheritedSocket,
            lockPath: configuration.stateDirectory + "/service.lock")
        if configuration.inheritedSocket == nil, chmod(configuration.socketPath, 0o666) != 0 {
            throw .ofSystem("let every user connect")
        }
        try poller.add(listener.descriptor, id: OwnID.listener, once: false)
        try poller.add(.valid(clinux_termination_signals(), "wait for signals"), id: OwnID.signals, once: false)
        // Processes that have ended leave nothing to wait for.
        signal(SIGCHLD, SIG_IGN)
    }

    /// Serves until a signal asks for the end.
    package func run() {
        while true {
            switch poller.next() {
            case OwnID.signals: return
            case OwnID.listener:
                for _ in 0..<Self.mostInTurn {
                    guard let connection = listener.accept() else { break }
                    handing.sync { lookUpAccount(of: connection) }
                }
            case let id: handing.sync { receive(from: id) }
            }
        }
    }

    private func lookUpAccount(of connection: Int32) {
        var peer = clinux_credentials()
        guard clinux_peer(connection, &peer) == 0, waiting[peer.uid, default: 0] < Self.mostLookups else {
            close(connection)
            return
        }
        waiting[peer.uid, default: 0] += 1
        lookups.async { [self, uid = peer.uid] in
            let account = Result { () throws(KeychainError) in try Account(uid: uid) }
            handing.async { [self] in
                let left = waiting[uid, default: 1] - 1
                waiting[uid] = left > 0 ? left : nil
                hand(over: connection, of: account)
            }
        }
    }

    private func hand(over connection: Int32, of account: Result<Account, KeychainError>) {
        defer { close(connection) }
        do throws(KeychainError) {
            let account = try account.get()
            // A process that is just ending is found out by this, and followed by another.
            for _ in 1...2 {
                let (id, server) = try server(of: account)
                let sent = clinux_send_packet_now(server.socket, [HandoverMessage.connection.rawValue], 1, connection)
                if sent == 1 { return server.given += 1 }
                // A process that takes no connection has too much to do: the program notices by the end of its connection.
                guard errno == EPIPE || errno == ECONNRESET else { return }
                end(id)
            }
        } catch {
            complain(error)
        }
    }

    /// The process that serves an account, started if there is none.
    private func server(of account: Account) throws(KeychainError) -> (Poller.ID, Server) {
        if let (id, running) = servers.first(where: { $0.value.account.uid == account.uid }) {
            if running.account == account { return (id, running) }
            // The id is another account's now.
            end(id)
        }
        guard servers.count < Self.mostServers else {
            throw KeychainError(.notAvailable, "\(servers.count) users are served already")
        }
        do {
            let way = try helper.makeConnection()
            defer { close(way) }
            var ends: [Int32] = [-1, -1]
            let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
            guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw KeychainError.ofSystem("make a connection") }
            let server = Server(account, socket: ends[0])
            defer { close(ends[1]) }
            let directory = configuration.stateDirectory + "/users/" + account.directoryName
            let command = configuration.server + ["--serve-user", "\(account.uid)", "--directory", directory]
            guard ChildStart.spawn(command, descriptors: [ends[1], way], keepsErrors: true) != nil else {
                throw KeychainError(.notAvailable, "the process for the user id \(account.uid) cannot be started")
            }
            try poller.add(ends[0], id: nextID, once: false)
            servers[nextID] = server
            defer { nextID += 1 }
            return (nextID, server)
        } catch let error as KeychainError {
            throw error
        } catch {
            // Without it no user can be served: the service manager starts this process again.
            complain(KeychainError(.notAvailable, "the process that looks at programs has ended"))
            exit(1)
        }
    }

    /// Takes the packet of a process that has nothing to do, or notices that it has ended.
    private func receive(from id: Poller.ID) {
        guard let server = servers[id] else { return }
        var packet = [UInt8](repeating: 0, count: HandoverMessage.mostBytes)
        var attached: Int32 = -1
        let length = clinux_receive_packet(server.socket, &packet, packet.count, &attached)
        if attached >= 0 { close(attached) }
        guard length == packet.count, HandoverMessage(rawValue: packet[0]) == .nothingToDo else { return end(id) }
        let taken = packet.dropFirst().reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        if taken == server.given { end(id) }
    }

    private func end(_ id: Poller.ID) {
        guard let server = servers.removeValue(forKey: id) else { return }
        poller.remove(server.socket)
    }

    private func complain(_ error: KeychainError) {
        StandardDescriptors.complain("chatelaine: \(error.reason)\n")
    }
}
