import AgentProtocol
import Foundation
import Glibc
import KeychainServices
import LinuxSupport
import Secrets

/// Moves the keychains of the user to the system service: all of them or none.
package struct Migration {
    /// The number of bytes of a file that are sent at a time.
    private static let part = 1 << 20

    package enum Outcome {
        case moved(keychains: Int)
        case nothingToMove
    }

    private let root: KeychainRoot
    private let pool: ConnectionPool

    /// Connects to the system service.
    ///
    /// - Throws: `.notAvailable` if there is no system service, or if an agent of the user's own serves the keychains.
    package init() throws(KeychainError) {
        root = try .user()
        guard SocketPath.ofServingAgent() == SystemLocations.socket, let pool = try ConnectionPool.ofUser(groups: [])
        else {
            throw KeychainError(
                .notAvailable, "the system service is not installed on this computer",
                remedy: "ask the administrator to install it: chatelaine agent install --system")
        }
        guard !Self.isUserAgentRunning() else {
            throw KeychainError(
                .notAvailable, "your own agent is using the keychains",
                remedy: "run “chatelaine agent uninstall”, end the agent if it still runs, and try again")
        }
        self.pool = pool
    }

    /// Whether an agent of the user's own is running, including one that does not answer correctly.
    private static func isUserAgentRunning() -> Bool {
        guard let own = SocketPath.ofUser(), access(own, F_OK) == 0 else { return false }
        do {
            _ = try ConnectionPool(path: own, groups: []).connect()
            return true
        } catch {
            return !(error is AgentNotRunning)
        }
    }

    /// Moves the keychains.
    ///
    /// - Parameter progress: receives the number of bytes sent, and their total.
    /// - Throws: the reason for which a keychain cannot be read or the service refuses it; then nothing has changed, unless the error says
    ///   that this is not known.
    package func run(progress: @escaping Keychain.Progress) throws(KeychainError) -> Outcome {
        guard root.isMoved || root.keychainNames.contains("default") else { return .nothingToMove }
        guard try !root.hasSealedDeviceKey() else {
            throw KeychainError(
                .notAvailable, "the device key is sealed in the TPM, which the system service does not use",
                remedy: "run “chatelaine device-key unseal” first")
        }
        if let copy = root.deletedKeychains.first {
            throw KeychainError(
                .notAvailable,
                "the copy of the deleted vault “\(copy.vaultName ?? copy.name)” would be lost: it does not move",
                remedy: root.remedy(for: copy))
        }
        return try root.withMoveLock { () throws(KeychainError) in try move(progress) }
    }

    private func move(_ progress: Keychain.Progress) throws(KeychainError) -> Outcome {
        let names = root.keychainNames
        if root.isMoved {
            // Interrupted while the old keychains were being removed: the mark that the service has them is removed last.
            try root.removeMovedKeychains(root.mayHaveMoved ? names : [])
            return .nothingToMove
        }
        guard names.contains("default") else { return .nothingToMove }
        let keychains = try names.map { name throws(KeychainError) in try Self.open(name, root) }
        defer { for keychain in keychains { keychain.close() } }
        var open: [String] = []
        if let before = root.openBeforeMove {
            open = before
        } else {
            for (name, keychain) in zip(names, keychains) where try !keychain.isManaged() { open.append(name) }
            try root.beginMove(open: open)
        }
        do {
            // From now on, no other program changes them.
            for keychain in keychains { try keychain.setManaged(true) }
            try send(keychains, names, progress)
        } catch {
            // If the outcome is unknown, they stay closed until it is known: the next attempt determines it.
            guard !root.mayHaveMoved else { throw Self.unknownOutcome(error) }
            for (name, keychain) in zip(names, keychains) where open.contains(name) { try? keychain.setManaged(false) }
            root.clearMove()
            throw error
        }
        for keychain in keychains { keychain.close() }
        try root.removeMovedKeychains(names)
        return .moved(keychains: names.filter { $0 != "agent" }.count)
    }

    private static func unknownOutcome(_ error: KeychainError) -> KeychainError {
        KeychainError(
            error.code, "it is not known whether the keychains were moved: \(error.reason)",
            remedy: "run “chatelaine migrate” again; nothing is lost")
    }

    private static func open(_ name: String, _ root: KeychainRoot) throws(KeychainError) -> LocalKeychain {
        try Keychain(root: root, name: name, accessGroups: AccessGroups(["*"])).forAgent()
    }

    private func send(
        _ keychains: [LocalKeychain], _ names: [String], _ progress: Keychain.Progress
    ) throws(KeychainError) {
        let copies = root.path + "/moving-copies"
        try? FileManager.default.removeItem(atPath: copies)
        guard mkdir(copies, 0o700) == 0 else { throw Self.cannot("create a directory next to the keychains") }
        defer { try? FileManager.default.removeItem(atPath: copies) }
        var files: [MovingFile] = []
        for (keychain, name) in zip(keychains, names) {
            let copy = copies + "/" + name
            try keychain.copy(to: copy)
            files.append((copy, "keychains/\(name).keychain"))
        }
        files += root.formerKeyFiles.map { (root.formerKeysDirectory + "/" + $0, "former-keys/" + $0) }
        files += try auditFiles()
        guard let deviceKey = try root.deviceKeyFile(), let index = names.firstIndex(of: "default") else {
            throw Self.cannot("find the device key")
        }
        let id = keychains[index].keychainID
        try pool.withConnection(isChange: true) { connection in
            let begin = WireRequest.OneOf_Body.beginArrival(.with { $0.keychainID = Data(id) })
            guard try Self.ask(connection, begin) == 0 else { return try checkThatItWasMoved() }
            // The earlier attempt, whose outcome was unknown, has not taken effect.
            root.clearMoveFinishing()
            try deviceKey.withUnsafeBytes { _ = try Self.ask(connection, Self.part("device.key", 0), $0) }
            let total = files.reduce(0) { $0 + Self.size(of: $1.source) }
            var done = 0
            for file in files { try Self.send(file.source, file.name, connection, &done, total, progress) }
            try root.markMoveFinishing()
            do {
                _ = try Self.ask(connection, .finishArrival(.init()))
            } catch let error as KeychainError {
                // The service has refused.
                root.clearMoveFinishing()
                throw error
            }
        }
    }

    /// A file, and its name where it is moved to.
    private typealias MovingFile = (source: String, name: String)

    /// Returns the files of the agent's log, if there is one.
    private func auditFiles() throws(KeychainError) -> [MovingFile] {
        let audit = root.path + "/audit"
        guard access(audit, F_OK) == 0 else { return [] }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: audit) else {
            throw Self.cannot("read the agent's log")
        }
        return names.map { (audit + "/" + $0, "audit/" + $0) }
    }

    /// Checks that the service has this keychain because it was sent from here and the answer was lost; otherwise this is an old copy of
    /// it.
    private func checkThatItWasMoved() throws {
        guard root.mayHaveMoved else {
            throw KeychainError(
                .duplicateItem, "the system service has this keychain already, perhaps with later changes",
                remedy: "move “\(root.path)” away if you do not need this copy; nothing was changed")
        }
    }

    private static func part(_ name: String, _ offset: Int) -> WireRequest.OneOf_Body {
        .arrivingFile(
            .with {
                $0.path = name
                $0.offset = UInt64(offset)
            })
    }

    private static func send(
        _ path: String, _ name: String, _ connection: AgentConnection, _ done: inout Int, _ total: Int,
        _ progress: Keychain.Progress
    ) throws {
        let file = try FileHandle(
            fileDescriptor: Descriptor(openingOwn: path, O_RDONLY).release(), closeOnDealloc: true)
        var offset = 0
        while let bytes = try file.read(upToCount: part), !bytes.isEmpty {
            try bytes.withUnsafeBytes { _ = try ask(connection, part(name, offset), $0) }
            offset += bytes.count
            done += bytes.count
            progress(done, total)
        }
        // An empty file is sent, too.
        if offset == 0 { _ = try ask(connection, part(name, 0)) }
    }

    /// Sends a request.
    ///
    /// - Returns: the count in the answer; 0 if it has none.
    private static func ask(
        _ connection: AgentConnection, _ body: WireRequest.OneOf_Body,
        _ secret: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
    ) throws -> UInt64 {
        var count: UInt64 = 0
        try connection.exchange(body, secret.isEmpty ? [] : [secret]) { reply, _, _ in
            switch reply {
            case .done: return true
            case .count(let answer):
                count = answer.count
                return true
            default: return false
            }
        }
        return count
    }

    private static func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    private static func cannot(_ action: String) -> KeychainError {
        KeychainError(.notAvailable, "cannot \(action)", remedy: "check that the disk is not full; nothing was changed")
    }
}
