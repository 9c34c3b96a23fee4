import AgentProtocol
import Foundation
import KeychainServices

/// A user moves keychains to the system service. From the beginning to the end of that nothing else changes what is here.
extension AgentServer {
    func prepare(
        _ request: WireBeginArrival, _ session: Connection.Session, _ connection: Connection
    ) throws(KeychainError) -> Work {
        try requireTrust(session)
        guard let arrival else {
            throw KeychainError(
                .unimplemented, "this is not the system service",
                remedy: "ask the administrator to install it: chatelaine agent install --system")
        }
        let id = connection.id
        var work = Work("migrate", .changes) { [self] _ throws(KeychainError) in
            if let local = service as? LocalKeychain, request.keychainID.elementsEqual(local.keychainID) {
                return .count(1)
            }
            guard beginMove(by: id) else { throw .movingIn }
            do throws(KeychainError) {
                try requireNothing()
                try arrival.begin(by: id)
            } catch {
                endMove(by: id)
                throw error
            }
            return .count(0)
        }
        work.isOfMove = true
        return work
    }

    /// - Throws: `.duplicateItem` if the user has anything here that would be lost.
    private func requireNothing() throws(KeychainError) {
        let status = try service.status()
        guard status.lockState == .noPasscode, status.counts.values.allSatisfy({ $0 == 0 }) else {
            throw KeychainError(
                .duplicateItem, "the system service has a keychain of this user already, with items or a passcode",
                remedy: "remove what is in it, or go on without the other one")
        }
    }

    /// What a connection has begun to send.
    func arrivalBegun(by connection: Connection) throws(KeychainError) -> Arrival {
        guard let arrival, arrival.isBegun(by: connection.id) else {
            throw KeychainError(.parameter, "nothing was begun by this connection")
        }
        return arrival
    }

    func prepareFinish(_ connection: Connection) throws(KeychainError) -> Work {
        _ = try arrivalBegun(by: connection)
        var work = Work("migrated", .changes) { [self] _ throws(KeychainError) in
            // Once more: another connection may have begun meanwhile.
            let arrival = try arrivalBegun(by: connection)
            // What was begun before the move is done by now.
            passcodes.sync {}
            do throws(KeychainError) {
                try requireNothing()
                try arrival.finish()
            } catch {
                endMove(by: connection.id)
                throw error
            }
            // The answer is sent all the same; nothing else is done any more.
            stop()
            return .done
        }
        work.isOfMove = true
        return work
    }
}

extension KeychainError {
    static var movingIn: KeychainError {
        KeychainError(
            .notAvailable, "the keychains of this user are being moved to the system service",
            remedy: "try again when that is done")
    }
}
