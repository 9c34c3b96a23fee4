import AgentClient
import KeychainServices
import Security

extension KeychainBackend {
    func copyAccess(of item: AnyObject, _ access: UnsafeMutablePointer<SecAccess?>) -> OSStatus {
        status("SecKeychainItemCopyAccess") { () throws(KeychainError) in
            let (keychain, query) = try Self.place(of: item)
            let found = try keychain.items(matching: query, reading: .attributes, with: Self.authentication)
            guard let item = found.first else { throw .goneItem }
            guard let lists = item.accessList else {
                access.pointee = try Self.usualAccess(of: item)
                return
            }
            access.pointee = SecAccess(lists)
        }
    }

    func setAccess(of item: AnyObject, _ access: SecAccess) -> OSStatus {
        status("SecKeychainItemSetAccess") { () throws(KeychainError) in
            let (keychain, query) = try Self.place(of: item)
            let changes = Changes([.accessList: .data(try AccessList(access).encoded())])
            guard try keychain.update(query, with: changes, authentication: Self.authentication) > 0 else {
                throw .goneItem
            }
        }
    }

    private static func place(of object: AnyObject) throws(KeychainError) -> (Keychain, Query) {
        switch object {
        case let item as SecKeychainItem:
            let reference = try item.reference()
            return (try reference.open(), reference.query)
        case let key as SecKey:
            guard case .stored(let stored) = try key.handleOfKey(), case .item(let reference) = stored.place else {
                throw .goneItem
            }
            return (stored.keychain, Query(reference))
        default: throw .goneItem
        }
    }

    /// The lists of an item that has none.
    private static func usualAccess(of item: Item) throws(KeychainError) -> SecAccess {
        var access: SecAccess?
        let name = item[.label]?.string ?? ""
        let status = SecAccessCreate(name as NSString, nil, &access)
        guard status == errSecSuccess, let access else {
            throw KeychainError(.init(rawValue: status), "the path of this program is not known")
        }
        return access
    }
}
