import KeyManagement
import AgentClient
import KeychainServices
import Secrets
import Security

/// The functions of `Security`, implemented with the keychain of this process.
struct KeychainBackend: Backend {
    func add(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
        status("SecItemAdd") { () throws(KeychainError) in
            // Apart: what is behind an optional assignment is not evaluated if there is no place for the result.
            let object = try ItemAddition(request: RequestDictionary(attributes, for: .add)).run()
            result?.pointee = object
        }
    }

    func copyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
        status("SecItemCopyMatching") { () throws(KeychainError) in
            let request = try RequestDictionary(query, for: .search)
            let search = try checkingGroups { () throws(KeychainError) in try ItemSearch(request) }
            let found = try search.run()
            guard found.contains(where: { !$0.items.isEmpty }) else {
                throw KeychainError(.itemNotFound, "no item matches")
            }
            result?.pointee = search.object(for: found)
        }
    }

    func update(_ query: CFDictionary, _ changes: CFDictionary) -> OSStatus {
        status("SecItemUpdate") { () throws(KeychainError) in
            let request = try RequestDictionary(query, for: .update)
            let values = try RequestDictionary(changes, for: .changes)
            guard let identity = request.wholeIdentity else { return try update(request, values) }
            let changes = try checkingGroups { () throws(KeychainError) in try values.changes(for: .identity) }
            let keychain = try request.uses.chosenKeychain()
            let references = try IdentityChange(request: request, identity: identity).references(in: keychain)
            try Self.requireChanges(references) { reference throws(KeychainError) in
                try keychain.update(Query(reference), with: changes, authentication: request.uses.authentication)
            }
        }
    }

    private func update(_ request: RequestDictionary, _ values: RequestDictionary) throws(KeychainError) {
        let (query, changes) = try checkingGroups { () throws(KeychainError) in
            let query = try request.queryForChange()
            return (query, try values.changes(for: query.itemClass))
        }
        let count = try request.uses.chosenKeychain().update(
            query, with: changes, authentication: request.uses.authentication)
        guard count > 0 else { throw KeychainError(.itemNotFound, "no item matches") }
    }

    func delete(_ query: CFDictionary) -> OSStatus {
        status("SecItemDelete") { () throws(KeychainError) in
            let request = try RequestDictionary(query, for: .delete)
            guard let identity = request.wholeIdentity else { return try delete(request) }
            let keychain = try request.uses.chosenKeychain()
            let references = try IdentityChange(request: request, identity: identity).references(in: keychain)
            try Self.requireChanges(references) { reference throws(KeychainError) in
                try keychain.delete(Query(reference), leavesTombstones: request.uses.makesTombstone)
            }
        }
    }

    private func delete(_ request: RequestDictionary) throws(KeychainError) {
        let query = try checkingGroups { () throws(KeychainError) in try request.queryForChange() }
        let keychain = try request.uses.chosenKeychain()
        guard try keychain.delete(query, leavesTombstones: request.uses.makesTombstone) > 0 else {
            throw KeychainError(.itemNotFound, "no item matches")
        }
    }

    /// Changes items one by one.
    ///
    /// - Throws: `.itemNotFound` if that changes none.
    private static func requireChanges(
        _ references: [PersistentReference], _ change: (PersistentReference) throws(KeychainError) -> Int
    ) throws(KeychainError) {
        var count = 0
        for reference in references { count += try change(reference) }
        guard count > 0 else { throw KeychainError(.itemNotFound, "no item matches") }
    }

    func makeAccessControl(protection: CFTypeRef, flags: SecAccessControlCreateFlags) throws -> SecAccessControl {
        do throws(KeychainError) {
            guard let code = protection as? NSString, let protection = ProtectionClass(code: code as String) else {
                throw KeychainError(.parameter, "the protection is not one of the kSecAttrAccessible… constants")
            }
            return SecAccessControl(try AccessControl(protection: protection, flags: .init(rawValue: flags.rawValue)))
        } catch {
            throw NSError(error)
        }
    }

    var lastFailure: SecFailure? { LastFailure.ofThread }

    func fillRandom(_ bytes: UnsafeMutableRawBufferPointer) { SecureRandom.fill(bytes) }
}

// Not internal: the optimiser may remove an internal function that its module does not call.
@_silgen_name("chatelaine_security_backend")
package func linkedBackend() -> any Backend { KeychainBackend() }
