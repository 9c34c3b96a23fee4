import KeyManagement
import AgentClient
import KeychainServices
import Secrets
import Security

/// The functions of `Security`, implemented with the keychain of this process.
struct KeychainBackend: Backend {
    func add(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
        status("SecItemAdd") { () throws(KeychainError) in
            let request = try RequestDictionary(attributes, for: .add)
            let shape = ItemResult(returned: request.returned)
            let item = try checkingGroups { () throws(KeychainError) in
                let item = try request.newItem()
                try shape.check(for: item.itemClass)
                return item
            }
            let added = try request.uses.chosenKeychain().add(item, with: request.uses.authentication)
            result?.pointee = shape.object(forAdded: added, as: item)
        }
    }

    func copyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
        status("SecItemCopyMatching") { () throws(KeychainError) in
            let request = try RequestDictionary(query, for: .search)
            let search = try checkingGroups { () throws(KeychainError) in try ItemSearch(request) }
            let items = try search.run()
            guard !items.isEmpty else { throw KeychainError(.itemNotFound, "no item matches") }
            result?.pointee = search.object(for: items)
        }
    }

    func update(_ query: CFDictionary, _ changes: CFDictionary) -> OSStatus {
        status("SecItemUpdate") { () throws(KeychainError) in
            let request = try RequestDictionary(query, for: .update)
            let values = try RequestDictionary(changes, for: .changes)
            let (query, changes) = try checkingGroups { () throws(KeychainError) in
                let query = try request.queryForChange()
                return (query, try values.changes(for: query.itemClass))
            }
            let count = try request.uses.chosenKeychain().update(
                query, with: changes, authentication: request.uses.authentication)
            guard count > 0 else { throw KeychainError(.itemNotFound, "no item matches") }
        }
    }

    func delete(_ query: CFDictionary) -> OSStatus {
        status("SecItemDelete") { () throws(KeychainError) in
            let request = try RequestDictionary(query, for: .delete)
            let query = try checkingGroups { () throws(KeychainError) in try request.queryForChange() }
            let keychain = try request.uses.chosenKeychain()
            guard try keychain.delete(query, leavesTombstones: request.uses.makesTombstone) > 0 else {
                throw KeychainError(.itemNotFound, "no item matches")
            }
        }
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
