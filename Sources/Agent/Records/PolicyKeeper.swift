import AccessPolicy
import Foundation
import KeychainServices
import ProcessIdentity
import Synchronization

/// The policy in memory, which is stored in the agent's records after every change.
package final class PolicyKeeper: Sendable {
    private struct State {
        var document: PolicyDocument
        var trusted: [TrustedDirectory]
    }

    private let records: AgentRecords
    private let state: Mutex<State>

    /// - Throws: `.notAvailable` if the stored policy cannot be read: no program gets anything by a policy that is lost.
    package init(_ records: AgentRecords) throws(KeychainError) {
        self.records = records
        var document = PolicyDocument()
        // A program that names a group of another program gets its error at once, as on Apple's systems, unless the user wants to be asked.
        document.foreignGroups = .deny
        if let data = try records.read(.policy) {
            do throws(PolicyError) {
                document = try PolicyDocument(decoding: data)
            } catch {
                throw KeychainError(.notAvailable, "the agent's policy cannot be read: \(error)")
            }
        }
        state = Mutex(State(document: document, trusted: Self.resolve(document)))
    }

    private static func resolve(_ document: PolicyDocument) -> [TrustedDirectory] {
        document.trustedPaths.compactMap { TrustedDirectory(resolving: $0) }
    }

    package var document: PolicyDocument { state.withLock { $0.document } }
    package var trustedDirectories: [TrustedDirectory] { state.withLock { $0.trusted } }

    /// Replaces the lists of the system. They are not stored: the files count.
    func take(_ lists: [SystemList]) { state.withLock { $0.document.systemLists = lists } }

    /// Changes the policy. The change is durable when this returns; if it throws, there is none.
    package func change<Result: Sendable>(
        _ body: (inout PolicyDocument) throws(PolicyError) -> Result
    ) throws(KeychainError) -> Result {
        // One change at a time, and no decision in the middle of one.
        let outcome = state.withLock { state -> Swift.Result<Result, KeychainError> in
            Swift.Result { () throws(KeychainError) in
                var changed = state.document
                let result: Result
                let data: Data
                do throws(PolicyError) {
                    result = try body(&changed)
                    guard changed != state.document else { return result }
                    data = try changed.encoded()
                } catch {
                    let isRefusal = error == .notOwned || error == .notSecured
                    throw KeychainError(
                        isRefusal ? .missingEntitlement : .parameter, "\(error)", remedy: error.remedy)
                }
                try records.write(.policy, data)
                state = State(document: changed, trusted: Self.resolve(changed))
                return result
            }
        }
        return try outcome.get()
    }
}
