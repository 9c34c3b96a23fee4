import AgentProtocol
import KeychainServices

/// Serves the requests by which a user moves keychains to the system service.
struct MigrationRequests {
    /// `nil` if this agent is not the system service.
    let arrival: Arrival?
    let move: MoveState
    /// The keychain, with all access groups.
    let service: any KeychainService
    /// `nil` if every program gets what it asks for, as in tests.
    let policy: PolicyKeeper?
    let gatekeeper: any Gatekeeper
    let queues: WorkQueues
    let confirmation: OwnerConfirmation
    /// Ends the agent.
    let stop: @Sendable () -> Void

    /// Returns the work that begins a move. A person is asked first, as before a first passcode: the keychains bring a passcode, a recovery
    /// key and permissions of programs, and a program can have made all of them itself.
    func beginMove(_ request: WireBeginArrival, for caller: Caller) throws(KeychainError) -> Work {
        try caller.session.requireTrust(of: gatekeeper)
        guard let arrival else {
            throw KeychainError(
                .unimplemented, "this is not the system service",
                remedy: "ask the administrator to install it: chatelaine agent install --system")
        }
        if let local = service as? LocalKeychain, request.keychainID.elementsEqual(local.keychainID) {
            return Work(.immediate) { _ throws(KeychainError) in .count(1) }
        }
        // What is refused in any case is not asked about.
        guard !move.isUnderWay || move.isMover(caller.id) else { throw .movingIn }
        try requireEmptyKeychain()
        let id = caller.id
        var work: Work
        if !move.isMover(id), confirmation.canAsk {
            work = confirmation.work(.moveKeychains, for: caller) { [self] _ throws(KeychainError) in
                let result = queues.writes.sync {
                    Result { () throws(KeychainError) in try beginMove(to: arrival, by: id) }
                }
                return try result.get()
            }
        } else {
            work = Work(.writes) { [self] _ throws(KeychainError) in try beginMove(to: arrival, by: id) }
        }
        work.isPartOfMove = true
        return work
    }

    private func beginMove(to arrival: Arrival, by id: Poller.ID) throws(KeychainError) -> Answer {
        guard move.begin(by: id) else { throw .movingIn }
        do throws(KeychainError) {
            // Once more: something may have come while a person was asked.
            try requireEmptyKeychain()
            try arrival.begin(by: id)
        } catch {
            endMove(by: id)
            throw error
        }
        return .count(0)
    }

    /// Takes a part of a file.
    ///
    /// - Parameter secret: the part.
    func receiveFile(
        _ part: WireArrivingFile, _ secret: UnsafeRawBufferPointer, for caller: Caller
    ) throws(KeychainError) -> Work {
        try arrival(begunBy: caller.id).append(secret, to: part.path, at: part.offset)
        return Work(.immediate, log: .absent) { _ throws(KeychainError) in .done }
    }

    /// Returns the work that checks the keychains that have come, and ends the agent: they take their place at its next start.
    func finishMove(for caller: Caller) throws(KeychainError) -> Work {
        let id = caller.id
        _ = try arrival(begunBy: id)
        var work = Work(.writes, log: .named("migrated")) { [self] _ throws(KeychainError) in
            // Once more: another connection may have begun meanwhile.
            let arrival = try arrival(begunBy: id)
            // Work that was begun before the move is done by now.
            queues.drainDerivations()
            do throws(KeychainError) {
                try requireEmptyKeychain()
                try arrival.finish()
            } catch {
                endMove(by: id)
                throw error
            }
            move.finish()
            // The answer is sent all the same; nothing else is done any more.
            stop()
            return .done
        }
        work.isPartOfMove = true
        return work
    }

    /// Abandons the move of a connection that has ended, after the work of the move that is under way.
    func connectionEnded(_ id: Poller.ID) {
        guard move.isMover(id) else { return }
        queues.writes.async { [self] in endMove(by: id) }
    }

    private func endMove(by id: Poller.ID) { move.end(by: id) { arrival?.abandon() } }

    /// - Throws: `.duplicateItem` if the user has anything here that would be lost.
    private func requireEmptyKeychain() throws(KeychainError) {
        // The policy that comes with them would take its place.
        guard policy?.document.hasReservedGroups != true else {
            throw KeychainError(
                .duplicateItem, "programs have reserved access groups in the system service for secured programs",
                remedy: "go on without the other keychain")
        }
        let status = try service.status()
        guard status.lockState == .noPasscode, status.counts.values.allSatisfy({ $0 == 0 }) else {
            throw KeychainError(
                .duplicateItem, "the system service has a keychain of this user already, with items or a passcode",
                remedy: "remove what is in it, or go on without the other one")
        }
    }

    /// - Throws: `.parameter` if the connection has not begun a move.
    private func arrival(begunBy id: Poller.ID) throws(KeychainError) -> Arrival {
        guard let arrival, arrival.isBegun(by: id) else {
            throw KeychainError(.parameter, "nothing was begun by this connection")
        }
        return arrival
    }
}

extension KeychainError {
    static var movingIn: KeychainError {
        KeychainError(
            .notAvailable, "the keychains of this user are being moved to the system service",
            remedy: "try again when that is done")
    }
}
