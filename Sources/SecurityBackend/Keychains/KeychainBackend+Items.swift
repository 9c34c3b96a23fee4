import AgentClient
import KeychainServices
import Security

/// The item that a `SecKeychainItem` stands for.
struct ItemReference: Hashable, Sendable {
    let keychain: SecKeychain
    let reference: PersistentReference

    var query: Query { Query(reference) }

    func open() throws(KeychainError) -> Keychain {
        guard let keychain = keychain.keychain else { throw .goneItem }
        return keychain
    }
}

extension SecKeychainItem {
    fileprivate convenience init(_ item: Item, in keychain: SecKeychain) {
        self.init(handle: ItemReference(keychain: keychain, reference: item.persistentReference))
    }

    func reference() throws(KeychainError) -> ItemReference {
        guard let reference = handle as? ItemReference else { throw .goneItem }
        return reference
    }
}

extension KeychainError {
    static var goneItem: KeychainError {
        KeychainError(.init(rawValue: errSecInvalidItemRef), "the item is no longer in its keychain")
    }
}

/// The functions before `SecItem…`, by what `SecItem…` does.
extension KeychainBackend {
    private static func itemClass(_ itemClass: SecItemClass) throws(KeychainError) -> ItemClass {
        switch itemClass {
        case .genericPasswordItemClass: .genericPassword
        case .internetPasswordItemClass: .internetPassword
        default: throw KeychainError(.noSuchClass, "only passwords are made and found so")
        }
    }

    static var authentication: Authentication { UseKeys().authentication }

    func create(
        _ itemClass: SecItemClass, _ attributes: KeychainItemAttributes, _ data: UnsafeRawBufferPointer,
        access: SecAccess?, in keychain: SecKeychain?, as function: StaticString,
        _ item: UnsafeMutablePointer<SecKeychainItem?>?
    ) -> OSStatus {
        status(function) { () throws(KeychainError) in
            let keychain = try SecKeychain.orDefault(keychain)
            guard let opened = keychain.keychain else { throw .invalidRequest("the object is not a keychain") }
            var new = NewItem(
                try Self.itemClass(itemClass), try ItemAttributeBytes.attributes(attributes), data: Data(data))
            if let access { new.attributes[.accessList] = .data(try AccessList(access).encoded()) }
            let added = try opened.add(new, with: Self.authentication)
            item?.pointee = SecKeychainItem(added, in: keychain)
        }
    }

    func find(
        _ itemClass: SecItemClass, _ attributes: KeychainItemAttributes, in keychains: [SecKeychain]?, readsData: Bool,
        as function: StaticString, _ found: (SecKeychainItem, Data?) -> Void
    ) -> OSStatus {
        status(function) { () throws(KeychainError) in
            let query = Query(
                try Self.itemClass(itemClass), try ItemAttributeBytes.attributes(attributes), synchronizable: .any,
                limit: .one)
            let searched =
                if let keychains { keychains } else { try UserKeychains.current.list().search.map { SecKeychain($0) } }
            guard let (item, keychain) = try Self.first(query, in: searched, readsData ? .data : .attributes) else {
                throw KeychainError(.itemNotFound, "no item matches")
            }
            found(SecKeychainItem(item, in: keychain), item.data)
        }
    }

    /// Returns the first item that matches. Keychains of the list that are gone do not count.
    ///
    /// - Throws: the error of a keychain that could not be searched, if the others have no such item.
    private static func first(
        _ query: Query, in keychains: [SecKeychain], _ parts: ItemParts
    ) throws(KeychainError) -> (Item, SecKeychain)? {
        var problem: KeychainError?
        for keychain in keychains {
            guard let opened = keychain.keychain else { throw .invalidRequest("the object is not a keychain") }
            do throws(KeychainError) {
                let items = try opened.items(matching: query, reading: parts, with: authentication)
                if let item = items.first { return (item, keychain) }
            } catch {
                if error.code != .noSuchKeychain || keychains.count == 1 { problem = problem ?? error }
            }
        }
        if let problem { throw problem }
        return nil
    }

    func modify(
        _ item: SecKeychainItem, _ attributes: KeychainItemAttributes, _ data: UnsafeRawBufferPointer?
    ) -> OSStatus {
        status("SecKeychainItemModifyAttributesAndData") { () throws(KeychainError) in
            let reference = try item.reference()
            let changes = Changes(
                try ItemAttributeBytes.attributes(attributes), data: data.map { .replace(Data($0)) } ?? .keep)
            let count = try reference.open().update(
                reference.query, with: changes, authentication: Self.authentication)
            guard count > 0 else { throw .goneItem }
        }
    }

    func delete(_ item: SecKeychainItem) -> OSStatus {
        status("SecKeychainItemDelete") { () throws(KeychainError) in
            let reference = try item.reference()
            guard try reference.open().delete(reference.query) > 0 else { throw .goneItem }
        }
    }

    func read(
        _ item: SecKeychainItem, readsData: Bool, _ receive: (KeychainItemContents) -> OSStatus
    ) -> OSStatus {
        var received = errSecSuccess
        let done = status("SecKeychainItemCopyContent") { () throws(KeychainError) in
            let reference = try item.reference()
            let parts: ItemParts = readsData ? [.attributes, .data] : .attributes
            let items = try reference.open().items(
                matching: reference.query, reading: parts, with: Self.authentication)
            guard let found = items.first else { throw .goneItem }
            received = receive(try Self.contents(found))
        }
        return done == errSecSuccess ? received : done
    }

    private static func contents(_ item: Item) throws(KeychainError) -> KeychainItemContents {
        let itemClass: SecItemClass =
            switch item.itemClass {
            case .genericPassword: .genericPasswordItemClass
            case .internetPassword: .internetPasswordItemClass
            default: throw .goneItem
            }
        return KeychainItemContents(
            itemClass: itemClass, tags: item.attributes.map(\.key.rawValue), data: item.data
        ) { tag in
            let key = ItemAttributeBytes.key(tag)
            return item[key].flatMap { ItemAttributeBytes.bytes(key, $0) }
        }
    }

    func copyKeychain(of item: SecKeychainItem, _ keychain: UnsafeMutablePointer<SecKeychain?>) -> OSStatus {
        status("SecKeychainItemCopyKeychain") { () throws(KeychainError) in
            keychain.pointee = try item.reference().keychain
        }
    }
}
