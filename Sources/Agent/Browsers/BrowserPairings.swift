import Foundation
import KeychainServices
import Secrets
import Synchronization

/// The paired browser profiles, which are stored in the agent's records after every change.
final class BrowserPairings: Sendable {
    /// The most pairings of a user.
    static let most = 64

    private let records: AgentRecords?
    /// `nil` until they were read.
    private let state = Mutex<[BrowserPairing]?>(nil)

    /// - Parameter records: `nil` to keep them in memory.
    init(_ records: AgentRecords?) { self.records = records }

    /// Returns all pairings, the oldest first.
    ///
    /// - Throws: `.notAvailable` if they cannot be read: no browser gets anything by a list that is lost.
    func all() throws(KeychainError) -> [BrowserPairing] {
        let result = state.withLock { state in Result { () throws(KeychainError) in try read(&state) } }
        return try result.get()
    }

    func pairing(_ id: String) throws(KeychainError) -> BrowserPairing? { try all().first { $0.id == id } }

    func pairing(publicKey: Data) throws(KeychainError) -> BrowserPairing? {
        try all().first { $0.publicKey == publicKey }
    }

    /// Adds a pairing. One with the same key is replaced: its profile was paired again.
    ///
    /// - Throws: `.parameter` if there are too many.
    func add(
        name: String, extensionID: String, publicKey: Data, _ browser: BrowserPairing.Browser
    ) throws(KeychainError) -> BrowserPairing {
        let id = SecureRandom.bytes(4).map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }.joined()
        let new = BrowserPairing(
            id: id, name: name, extensionID: extensionID, publicKey: publicKey, browser: browser, created: Date())
        try change { (pairings) throws(KeychainError) in
            pairings.removeAll { $0.publicKey == publicKey || $0.id == id }
            guard pairings.count < Self.most else {
                throw KeychainError(
                    .parameter, "there are \(Self.most) paired browsers already",
                    remedy: "revoke one that you no longer use: chatelaine browser revoke")
            }
            pairings.append(new)
        }
        return new
    }

    /// Changes a pairing.
    ///
    /// - Throws: `.itemNotFound` if there is none with that id.
    func change(_ id: String, _ body: (inout BrowserPairing) -> Void) throws(KeychainError) {
        try change { (pairings) throws(KeychainError) in
            guard let index = pairings.firstIndex(where: { $0.id == id }) else { throw .noSuchPairing(id) }
            body(&pairings[index])
        }
    }

    /// The most sites of a pairing at which nothing is offered to be saved.
    static let mostNevers = 1_000

    /// Adds or removes a site at which a profile offers to save nothing.
    ///
    /// - Throws: `.itemNotFound` if there is no pairing with that id; `.parameter` if there are too many sites.
    func setNever(_ site: String, _ isNever: Bool, of id: String) throws(KeychainError) {
        try change { (pairings) throws(KeychainError) in
            guard let index = pairings.firstIndex(where: { $0.id == id }) else { throw .noSuchPairing(id) }
            var sites = pairings[index].neverSites ?? []
            sites.removeAll { $0 == site }
            if isNever {
                guard sites.count < Self.mostNevers else {
                    throw KeychainError(
                        .parameter,
                        "there are \(Self.mostNevers) sites already at which nothing is offered to be saved",
                        remedy: "remove some: chatelaine browser never")
                }
                sites.append(site)
            }
            pairings[index].neverSites = sites
        }
    }

    /// Removes a pairing. What it was given is refused from now on.
    ///
    /// - Throws: `.itemNotFound` if there is none with that id.
    func revoke(_ id: String) throws(KeychainError) {
        try change { (pairings) throws(KeychainError) in
            guard let index = pairings.firstIndex(where: { $0.id == id }) else { throw .noSuchPairing(id) }
            pairings.remove(at: index)
        }
    }

    private func change(_ body: (inout [BrowserPairing]) throws(KeychainError) -> Void) throws(KeychainError) {
        let result = state.withLock { state in
            Result { () throws(KeychainError) in
                let known = try read(&state)
                var changed = known
                try body(&changed)
                guard changed != known else { return }
                guard let data = try? JSONEncoder().encode(changed) else { throw .damagedRecord("browser-pairings") }
                try records?.write(.browserPairings, data)
                state = changed
            }
        }
        try result.get()
    }

    private func read(_ state: inout [BrowserPairing]?) throws(KeychainError) -> [BrowserPairing] {
        if let state { return state }
        guard let data = try records?.read(.browserPairings) else {
            state = []
            return []
        }
        guard let stored = try? JSONDecoder().decode([BrowserPairing].self, from: data) else {
            throw .damagedRecord("browser-pairings")
        }
        state = stored
        return stored
    }
}

extension KeychainError {
    fileprivate static func noSuchPairing(_ id: String) -> KeychainError {
        KeychainError(
            .itemNotFound, "there is no pairing “\(id)”", remedy: "see the pairings with: chatelaine browser list")
    }
}
