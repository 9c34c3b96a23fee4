// Core Foundation passes keys and values as bare pointers. They are pointers to objects here, as with the usual callbacks
// on Apple's systems; what Unmanaged.passUnretained(…).toOpaque() gives.

/// How a dictionary treats its keys. There is one way: they are objects.
public struct CFDictionaryKeyCallBacks: Sendable {
    /// The only way that there is.
    public init() {}
}

/// How a dictionary treats its values. There is one way: they are objects.
public struct CFDictionaryValueCallBacks: Sendable {
    /// The only way that there is.
    public init() {}
}

/// Keys are objects.
public let kCFTypeDictionaryKeyCallBacks = CFDictionaryKeyCallBacks()
/// Keys are strings.
public let kCFCopyStringDictionaryKeyCallBacks = CFDictionaryKeyCallBacks()
/// Values are objects.
public let kCFTypeDictionaryValueCallBacks = CFDictionaryValueCallBacks()

/// An empty dictionary.
/// - Parameters:
///   - allocator: ignored; there is one only.
///   - capacity: how many entries to make room for; 0 if not known.
///   - keyCallBacks: ignored; keys are objects.
///   - valueCallBacks: ignored; values are objects.
public func CFDictionaryCreateMutable(
    _ allocator: CFAllocator!, _ capacity: CFIndex, _ keyCallBacks: UnsafePointer<CFDictionaryKeyCallBacks>!,
    _ valueCallBacks: UnsafePointer<CFDictionaryValueCallBacks>!
) -> CFMutableDictionary! {
    NSMutableDictionary(capacity: max(0, capacity))
}

/// A dictionary with the entries of another that can be changed.
public func CFDictionaryCreateMutableCopy(
    _ allocator: CFAllocator!, _ capacity: CFIndex, _ dictionary: CFDictionary!
) -> CFMutableDictionary! {
    let copy = NSMutableDictionary()
    for (key, value) in rawEntries(of: dictionary) { copy.setObject(value, forKey: key) }
    return copy
}

/// A copy of a dictionary.
public func CFDictionaryCreateCopy(_ allocator: CFAllocator!, _ dictionary: CFDictionary!) -> CFDictionary! {
    dictionary.map { CFDictionaryCreateMutableCopy(nil, 0, $0) }
}

/// How many entries a dictionary has.
public func CFDictionaryGetCount(_ dictionary: CFDictionary!) -> CFIndex { dictionary?.count ?? 0 }

/// Sets the value of a key, whether the dictionary has the key or not.
public func CFDictionarySetValue(
    _ dictionary: CFMutableDictionary!, _ key: UnsafeRawPointer!, _ value: UnsafeRawPointer!
) {
    guard let key = hashable(key), let value = object(value) else { return }
    dictionary?.setObject(value, forKey: key)
}

/// Sets the value of a key that the dictionary does not have yet; else changes nothing.
public func CFDictionaryAddValue(
    _ dictionary: CFMutableDictionary!, _ key: UnsafeRawPointer!, _ value: UnsafeRawPointer!
) {
    guard !CFDictionaryContainsKey(dictionary, key) else { return }
    CFDictionarySetValue(dictionary, key, value)
}

/// Sets the value of a key that the dictionary has already; else changes nothing.
public func CFDictionaryReplaceValue(
    _ dictionary: CFMutableDictionary!, _ key: UnsafeRawPointer!, _ value: UnsafeRawPointer!
) {
    guard CFDictionaryContainsKey(dictionary, key) else { return }
    CFDictionarySetValue(dictionary, key, value)
}

/// Takes a key and its value out.
public func CFDictionaryRemoveValue(_ dictionary: CFMutableDictionary!, _ key: UnsafeRawPointer!) {
    guard let key = hashable(key) else { return }
    dictionary?.removeObject(forKey: key)
}

/// Takes everything out.
public func CFDictionaryRemoveAllValues(_ dictionary: CFMutableDictionary!) { dictionary?.removeAllObjects() }

/// Whether a dictionary has a key.
public func CFDictionaryContainsKey(_ dictionary: CFDictionary!, _ key: UnsafeRawPointer!) -> Bool {
    CFDictionaryGetValue(dictionary, key) != nil
}

/// The value of a key, valid as long as it is in the dictionary; nil if the dictionary does not have the key.
public func CFDictionaryGetValue(_ dictionary: CFDictionary!, _ key: UnsafeRawPointer!) -> UnsafeRawPointer! {
    guard let dictionary, let key = hashable(key) else { return nil }
    // `object(forKey:)` would make a new object of the value, which nothing would keep alive.
    guard let value = rawEntries(of: dictionary).first(where: { $0.key.isEqual(key) })?.value else { return nil }
    return UnsafeRawPointer(Unmanaged.passUnretained(value).toOpaque())
}

/// The value of a key, left in `value` if the dictionary has the key.
/// - Returns: whether it has.
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

/// The entries as the very objects that the dictionary holds.
private func rawEntries(of dictionary: NSDictionary?) -> [(key: NSObject, value: AnyObject)] {
    guard let dictionary else { return [] }
    return zip(dictionary.allKeys, dictionary.allValues).compactMap { key, value in
        (key as AnyObject as? NSObject).map { ($0, value as AnyObject) }
    }
}
