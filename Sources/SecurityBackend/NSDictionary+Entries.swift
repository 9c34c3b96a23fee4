import Security

extension NSDictionary {
    /// Calls `body` with every key and value as Foundation's objects.
    ///
    /// Enumerating a dictionary makes a Swift value of every object first, which costs as much as a whole search; `allKeys` and `allValues`
    /// contain the objects themselves, in the same order. That order is guaranteed only for Foundation's own classes.
    func forEachObject<Failure: Error>(_ body: (AnyObject, AnyObject) throws(Failure) -> Void) throws(Failure) {
        if type(of: self) == NSDictionary.self || type(of: self) == NSMutableDictionary.self {
            let keys = allKeys
            let values = allValues
            for index in 0..<Swift.min(keys.count, values.count) {
                try body(keys[index] as AnyObject, values[index] as AnyObject)
            }
        } else {
            for (key, value) in self { try body(key as AnyObject, value as AnyObject) }
        }
    }
}
