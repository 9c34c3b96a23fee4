// Core Foundation passes keys and values as untyped pointers. Here they are pointers to objects, as with the usual callbacks
// on Apple's systems: the results of Unmanaged.passUnretained(…).toOpaque().

/// The treatment of a dictionary's keys. There is only one: they are objects.
public struct CFDictionaryKeyCallBacks: Sendable {
    /// Makes the only value.
    public init() {}
}

/// The treatment of a dictionary's values. There is only one: they are objects.
public struct CFDictionaryValueCallBacks: Sendable {
    /// Makes the only value.
    public init() {}
}

/// Keys are objects.
public let kCFTypeDictionaryKeyCallBacks = CFDictionaryKeyCallBacks()
/// Keys are strings.
public let kCFCopyStringDictionaryKeyCallBacks = CFDictionaryKeyCallBacks()
/// Values are objects.
public let kCFTypeDictionaryValueCallBacks = CFDictionaryValueCallBacks()

/// Makes an empty mutable dictionary.
///
/// - Parameters:
///   - allocator: ignored.
///   - capacity: the number of entries to reserve space for; 0 if not known.
///   - keyCallBacks: ignored; keys are objects.
///   - valueCallBacks: ignored; values are objects.
public func CFDictionaryCreateMutable(
    _ allocator: CFAllocator!, _ capacity: CFIndex, _ keyCallBacks: UnsafePointer<CFDictionaryKeyCallBacks>!,
    _ valueCallBacks: UnsafePointer<CFDictionaryValueCallBacks>!
) -> CFMutableDictionary! {
    NSMutableDictionary(capacity: max(0, capacity))
}

/// Makes a mutable copy of a dictionary.
public func CFDictionaryCreateMutableCopy(
    _ allocator: CFAllocator!, _ capacity: CFIndex, _ dictionary: CFDictionary!
) -> CFMutableDictionary! {
    let copy = NSMutableDictionary()
    for (key, value) in rawEntries(of: dictionary) { copy.setObject(value, forKey: key) }
    return copy
}

/// Makes a copy of a dictionary.
public func CFDictionaryCreateCopy(_ allocator: CFAllocator!, _ dictionary: CFDictionary!) -> CFDictionary! {
    dictionary.map { CFDictionaryCreateMutableCopy(nil, 0, $0) }
}

/// Returns the number of entries of a dictionary.
public func CFDictionaryGetCount(_ dictionary: CFDictionary!) -> CFIndex { dictionary?.count ?? 0 }

/// Sets the value of a key, whether the dictionary has the key or not.
public func CFDictionarySetValue(
    _ dictionary: CFMutableDictionary!, _ key: UnsafeRawPointer!, _ value: UnsafeRawPointer!
) {
    guard let key = hashable(key), let value = object(value) else { return }
    dictionary?.setObject(value, forKey: key)
}

/// Sets the value of a key that the dictionary does not have yet; otherwise has no effect.
public func CFDictionaryAddValue(
    _ dictionary: CFMutableDictionary!, _ key: UnsafeRawPointer!, _ value: UnsafeRawPointer!
) {
    guard !CFDictionaryContainsKey(dictionary, key) else { return }
    CFDictionarySetValue(dictionary, key, value)
}

/// Sets the value of a key that the dictionary has; otherwise has no effect.
public func CFDictionaryReplaceValue(
    _ dictionary: CFMutableDictionary!, _ key: UnsafeRawPointer!, _ value: UnsafeRawPointer!
) {
    guard CFDictionaryContainsKey(dictionary, key) else { return }
    CFDictionarySetValue(dictionary, key, value)
}

/// Removes a key and its value.
public func CFDictionaryRemoveValue(_ dictionary: CFMutableDictionary!, _ key: UnsafeRawPointer!) {
    guard let key = hashable(key) else { return }
    dictionary?.removeObject(forKey: key)
}

/// Removes all entries.
public func CFDictionaryRemoveAllValues(_ dictionary: CFMutableDictionary!) { dictionary?.removeAllObjects() }

/// Returns whether a dictionary has a key.
public func CFDictionaryContainsKey(_ dictionary: CFDictionary!, _ key: UnsafeRawPointer!) -> Bool {
    CFDictionaryGetValue(dictionary, key) != nil
}

/// Returns the value of a key, valid as long as it is in the dictionary; nil if the dictionary does not have the key.
public func CFDictionaryGetValue(_ dictionary: CFDictionary!, _ key: UnsafeRawPointer!) -> UnsafeRawPointer! {
    guard let dictionary, let key = hashable(key) else { return nil }
    // `object(forKey:)` would make a new object for the value, which nothing would retain.
    guard let value = rawEntries(of: dictionary).first(where: { $0.key.isEqual(key) })?.value else { return nil }
    return UnsafeRawPointer(Unmanaged.passUnretained(value).toOpaque())
}

/// Stores the value of a key in `value` if the dictionary has the key.
///
/// - Returns: whether the dictionary has the key.
public func CFDictionaryGetValueIfPresent(
    _ dictionary: CFDictionary!, _ key: UnsafeRawPointer!, _ value: UnsafeMutablePointer<UnsafeRawPointer?>!
) -> Bool {
    guard let found = CFDictionaryGetValue(dictionary, key) else { return false }
    value?.pointee = found
    return true
}

private func object(_ pointer: UnsafeRawPointer?) -> AnyObject? {
    pointer.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
}

private func hashable(_ pointer: UnsafeRawPointer?) -> NSObject? { object(pointer) as? NSObject }

/// Returns the entries as the objects themselves that the dictionary contains.
private func rawEntries(of dictionary: NSDictionary?) -> [(key: NSObject, value: AnyObject)] {
    guard let dictionary else { return [] }
    return zip(dictionary.allKeys, dictionary.allValues).compactMap { key, value in
        (key as AnyObject as? NSObject).map { ($0, value as AnyObject) }
    }
}
