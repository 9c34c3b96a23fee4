import AccessPolicy
import AgentProtocol
import Foundation
import KeychainServices

/// Serves the request of a secured program to have its group for secured programs alone.
struct ReservationRequests {
    /// `nil` if every program gets what it asks for, as in tests.
    let policy: PolicyKeeper?
    let admissions: Admissions
    /// An agent of the user's own is a program of that user: it cannot look at a secured one, and keeps nothing from the user's others.
    let isSystemService: Bool

    /// Returns the work that reserves a group, or opens it again. After the writes that came before it.
    func reserveGroup(_ request: WireReserveGroup, for caller: Caller) throws(KeychainError) -> Work {
        guard isSystemService, let policy else { throw KeychainError.securedProgramsTakeSystemService }
        let program = caller.program
        let group = request.group.isEmpty ? caller.session.keychain.accessGroups.defaultGroup ?? "" : request.group
        guard program.subject.strength == .secured else { throw .notSecured(program, group) }
        return Work(.writes, ItemScope(group: group)) { [admissions] _ throws(KeychainError) in
            try policy.change { document throws(PolicyError) in
                guard request.isReserved else { return try document.unsecure(group, by: program.subject) }
                try document.secure(group, by: program.subject, now: Date())
            }
            admissions.noteReservation()
            return .done
        }
    }
}

extension KeychainError {
    /// The error of a program that is not secured, for a group of secured programs.
    static func notSecured(_ program: Program, _ group: String) -> KeychainError {
        let reason = program.reason.isEmpty ? "it has no mark" : program.reason
        return KeychainError(
            .missingEntitlement,
            "the access group “\(group)” is for secured programs, and “\(program.path)” is none: \(reason)",
            remedy:
                "mark it again, as root, after an update took the mark away: chatelaine apps secure “\(program.path)”")
    }
}
