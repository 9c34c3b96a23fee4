import AgentProtocol
import Foundation
import KeychainServices

/// A user moves keychains to the system service.
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
        let service = service
        let id = connection.id
        return Work("migrate", .changes) { _ throws(KeychainError) in
            if let local = service as? LocalKeychain, request.keychainID.elementsEqual(local.keychainID) {
                return .count(1)
            }
            let status = try service.status()
            guard status.lockState == .noPasscode, status.counts.values.allSatisfy({ $0 == 0 }) else {
                throw KeychainError(
                    .duplicateItem, "the system service has a keychain of this user already, with items or a passcode",
                    remedy: "remove what is in it, or go on without the other one")
            }
            try arrival.begin(by: id)
            return .count(0)
        }
    }

    /// What a connection has begun to send.
    func arrivalBegun(by connection: Connection) throws(KeychainError) -> Arrival {
        guard let arrival, arrival.isBegun(by: connection.id) else {
            throw KeychainError(.parameter, "nothing was begun by this connection")
        }
        return arrival
    }

    func prepareFinish(_ arrival: Arrival) -> Work {
        Work("migrated", .changes) { [self] _ throws(KeychainError) in
            try arrival.finish()
            // After the answer to this, and before anything else changes what is about to be replaced.
            changes.async { [self] in stop() }
            return .done
        }
    }
}
