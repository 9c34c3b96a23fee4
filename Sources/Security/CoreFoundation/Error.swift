/// An error.
public func CFErrorCreate(
    _ allocator: CFAllocator!, _ domain: CFString!, _ code: CFIndex, _ userInfo: CFDictionary!
) -> CFError! {
    NSError(domain: (domain ?? "") as String, code: code, userInfo: userInfo as? [String: Any])
}

/// The number of an error within its domain.
public func CFErrorGetCode(_ error: CFError!) -> CFIndex { error?.code ?? 0 }

/// The domain of an error, such as `NSOSStatusErrorDomain`.
public func CFErrorGetDomain(_ error: CFError!) -> CFString! { error.map { $0.domain as NSString } }

/// What else is known about an error.
public func CFErrorCopyUserInfo(_ error: CFError!) -> CFDictionary! { error.map { $0.userInfo as NSDictionary } }

/// What happened, for people.
public func CFErrorCopyDescription(_ error: CFError!) -> CFString! { error.map { $0.localizedDescription as NSString } }

/// Why it happened, for people, or nil.
public func CFErrorCopyFailureReason(_ error: CFError!) -> CFString! {
    error?.localizedFailureReason.map { $0 as NSString }
}

/// What to do about it, for people, or nil.
public func CFErrorCopyRecoverySuggestion(_ error: CFError!) -> CFString! {
    error?.localizedRecoverySuggestion.map { $0 as NSString }
}

/// The domain of the errors of the operating system, `OSStatus` among them.
nonisolated(unsafe) public let kCFErrorDomainOSStatus: CFString! = NSOSStatusErrorDomain as NSString
/// The key of what happened, for people.
nonisolated(unsafe) public let kCFErrorLocalizedDescriptionKey: CFString! = NSLocalizedDescriptionKey as NSString
