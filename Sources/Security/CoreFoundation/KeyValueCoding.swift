// Linux's Foundation has no key-value coding; keychain code uses these few parts of it. The part that Foundation has,
// `NSDictionary.value(forKey:)`, is not declared again: where both modules are imported, the two would be ambiguous.

extension NSMutableDictionary {
    /// Sets the value of a key; nil removes the key.
    public func setValue(_ value: Any?, forKey key: String) {
        if let value { setObject(value, forKey: key as NSString) } else { removeObject(forKey: key as NSString) }
    }
}

extension UserDefaults {
    /// Sets the default of a key; nil removes it.
    public func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }

    /// Returns the default of a key, or nil.
    public func value(forKey key: String) -> Any? { object(forKey: key) }
}
