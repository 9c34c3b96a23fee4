/// Makes an item from attributes and a secret.
///
/// - Parameters:
///   - itemClass: a class of passwords.
///   - attrList: the attributes.
///   - length: the number of bytes of the secret.
///   - data: the secret.
///   - keychainRef: nil for the default one.
///   - initialAccess: the access lists of the item; nil for none of its own.
///   - itemRef: receives the item.
/// - Returns: `errSecSuccess`; `errSecDuplicateItem`; `errSecNoSuchClass` for certificates and keys; `errSecNoSuchAttr`; errors of
///   `SecItemAdd`, and of `SecKeychainItemSetAccess`.
public func SecKeychainItemCreateFromContent(
    _ itemClass: SecItemClass, _ attrList: UnsafeMutablePointer<SecKeychainAttributeList>, _ length: UInt32,
    _ data: UnsafeRawPointer?, _ keychainRef: SecKeychain?, _ initialAccess: SecAccess?,
    _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus {
    backend.create(
        itemClass, attrList.pointee.attributes, bytes(data, length), access: initialAccess, in: keychainRef,
        as: "SecKeychainItemCreateFromContent", itemRef)
}

/// Changes attributes of an item, and its secret.
///
/// - Parameters:
///   - itemRef: the item.
///   - attrList: the new attributes; others stay.
///   - length: the number of bytes of the secret.
///   - data: the new secret; nil to keep it.
/// - Returns: `errSecSuccess`; `errSecInvalidItemRef` if the item is gone; errors of `SecItemUpdate`.
public func SecKeychainItemModifyAttributesAndData(
    _ itemRef: SecKeychainItem, _ attrList: UnsafePointer<SecKeychainAttributeList>?, _ length: UInt32,
    _ data: UnsafeRawPointer?
) -> OSStatus {
    backend.modify(itemRef, attrList?.pointee.attributes ?? [], data.map { bytes($0, length) })
}

/// Changes attributes of an item, and its secret, as `SecKeychainItemModifyAttributesAndData`.
public func SecKeychainItemModifyContent(
    _ itemRef: SecKeychainItem, _ attrList: UnsafePointer<SecKeychainAttributeList>?, _ length: UInt32,
    _ data: UnsafeRawPointer?
) -> OSStatus { SecKeychainItemModifyAttributesAndData(itemRef, attrList, length, data) }

/// Deletes an item.
///
/// - Returns: `errSecSuccess`; `errSecInvalidItemRef` if it is gone.
public func SecKeychainItemDelete(_ itemRef: SecKeychainItem) -> OSStatus { backend.delete(itemRef) }

/// Returns the keychain of an item.
///
/// - Returns: `errSecSuccess`.
public func SecKeychainItemCopyKeychain(
    _ itemRef: SecKeychainItem, _ keychainRef: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus { backend.copyKeychain(of: itemRef, keychainRef) }

/// Reads the attributes whose tags the caller has put into a list, and the secret.
///
/// - Parameters:
///   - itemRef: the item.
///   - itemClass: receives the class.
///   - attrList: its attributes receive their values; nil for one that the item does not have.
///   - length: receives the number of bytes of the secret.
///   - outData: receives the secret. It and the values are freed with `SecKeychainItemFreeContent`.
/// - Returns: `errSecSuccess`; `errSecInvalidItemRef` if the item is gone; `errSecInteractionNotAllowed` if its keychain is locked.
public func SecKeychainItemCopyContent(
    _ itemRef: SecKeychainItem, _ itemClass: UnsafeMutablePointer<SecItemClass>?,
    _ attrList: UnsafeMutablePointer<SecKeychainAttributeList>?, _ length: UnsafeMutablePointer<UInt32>?,
    _ outData: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
    backend.read(itemRef, readsData: outData != nil) { contents in
        if let list = attrList?.pointee {
            guard list.fill(from: contents) else { return errSecAllocate }
        }
        itemClass?.pointee = contents.itemClass
        return outData == nil ? errSecSuccess : give(contents.data, length, outData)
    }
}

/// Frees what `SecKeychainItemCopyContent` or `SecKeychainFind…Password` has given, after overwriting it.
///
/// - Parameters:
///   - attrList: the list of which the values are freed; the list is the caller's.
///   - data: the secret.
/// - Returns: `errSecSuccess`.
public func SecKeychainItemFreeContent(
    _ attrList: UnsafeMutablePointer<SecKeychainAttributeList>?, _ data: UnsafeMutableRawPointer?
) -> OSStatus {
    attrList?.pointee.freeValues()
    GivenMemory.free(data)
    return errSecSuccess
}

/// Reads attributes of an item, and its secret.
///
/// - Parameters:
///   - itemRef: the item.
///   - info: the tags of the attributes; nil for none.
///   - itemClass: receives the class.
///   - attrList: receives a list of the attributes.
///   - length: receives the number of bytes of the secret.
///   - outData: receives the secret. It and the list are freed with `SecKeychainItemFreeAttributesAndData`.
/// - Returns: as `SecKeychainItemCopyContent`.
public func SecKeychainItemCopyAttributesAndData(
    _ itemRef: SecKeychainItem, _ info: UnsafeMutablePointer<SecKeychainAttributeInfo>?,
    _ itemClass: UnsafeMutablePointer<SecItemClass>?,
    _ attrList: UnsafeMutablePointer<UnsafeMutablePointer<SecKeychainAttributeList>?>?,
    _ length: UnsafeMutablePointer<UInt32>?, _ outData: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
    backend.read(itemRef, readsData: outData != nil) { contents in
        var list: UnsafeMutablePointer<SecKeychainAttributeList>?
        if attrList != nil {
            let tags = info.map { (0..<Int($0.pointee.count)).map { [tag = $0.pointee.tag] in tag[$0] } } ?? []
            list = SecKeychainAttributeList.allocate(tags)
            guard let list, list.pointee.fill(from: contents) else { return errSecAllocate }
        }
        let given = outData == nil ? errSecSuccess : give(contents.data, length, outData)
        guard given == errSecSuccess else {
            SecKeychainAttributeList.free(list)
            return given
        }
        attrList?.pointee = list
        itemClass?.pointee = contents.itemClass
        return errSecSuccess
    }
}

/// Frees what `SecKeychainItemCopyAttributesAndData` has given, after overwriting it.
///
/// - Returns: `errSecSuccess`.
public func SecKeychainItemFreeAttributesAndData(
    _ attrList: UnsafeMutablePointer<SecKeychainAttributeList>?, _ data: UnsafeMutableRawPointer?
) -> OSStatus {
    SecKeychainAttributeList.free(attrList)
    GivenMemory.free(data)
    return errSecSuccess
}

extension SecKeychainAttributeList {
    /// The attributes of the list, copied.
    fileprivate var attributes: KeychainItemAttributes {
        guard let attr else { return [] }
        return (0..<Int(count)).map { index in
            let attribute = attr[index]
            return (attribute.tag, [UInt8](bytes(attribute.data.map { UnsafeRawPointer($0) }, attribute.length)))
        }
    }

    /// Gives the attributes of the list their values. Without memory for all of them none has one.
    fileprivate func fill(from contents: KeychainItemContents) -> Bool {
        guard let attr else { return true }
        for index in 0..<Int(count) { (attr[index].length, attr[index].data) = (0, nil) }
        for index in 0..<Int(count) {
            guard let value = contents.attribute(attr[index].tag), let length = UInt32(exactly: value.count) else {
                continue
            }
            guard let copy = value.withUnsafeBytes({ GivenMemory.copy($0) }) else {
                freeValues()
                return false
            }
            (attr[index].length, attr[index].data) = (length, copy)
        }
        return true
    }

    fileprivate func freeValues() {
        guard let attr else { return }
        for index in 0..<Int(count) {
            GivenMemory.free(attr[index].data)
            (attr[index].length, attr[index].data) = (0, nil)
        }
    }

    /// Makes a list with these tags, in memory that the caller is given; nil without memory.
    fileprivate static func allocate(_ tags: [UInt32]) -> UnsafeMutablePointer<SecKeychainAttributeList>? {
        guard let list = malloc(MemoryLayout<SecKeychainAttributeList>.size),
            let attributes = malloc(max(1, tags.count) * MemoryLayout<SecKeychainAttribute>.stride)
        else { return nil }
        let attr = attributes.bindMemory(to: SecKeychainAttribute.self, capacity: tags.count)
        for (index, tag) in tags.enumerated() {
            (attr + index).initialize(to: SecKeychainAttribute(tag: tag, length: 0, data: nil))
        }
        let start = list.bindMemory(to: SecKeychainAttributeList.self, capacity: 1)
        start.initialize(to: SecKeychainAttributeList(count: UInt32(clamping: tags.count), attr: attr))
        return start
    }

    fileprivate static func free(_ list: UnsafeMutablePointer<SecKeychainAttributeList>?) {
        guard let list else { return }
        list.pointee.freeValues()
        Foundation.free(list.pointee.attr)
        Foundation.free(list)
    }
}
