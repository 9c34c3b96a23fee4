/// Makes an error.
public func CFErrorCreate(
    _ allocator: CFAllocator!, _ domain: CFString!, _ code: CFIndex, _ userInfo: CFDictionary!
) -> CFError! {
    NSError(domain: (domain ?? "") as String, code: code, userInfo: userInfo as? [String: Any])
}

/// Returns the number of an error within its domain.
public func CFErrorGetCode(_ error: CFError!) -> CFIndex { error?.code ?? 0 }

/// Returns the domain of an error, such as `NSOSStatusErrorDomain`.
public func CFErrorGetDomain(_ error: CFError!) -> CFString! { error.map { $0.domain as NSString } }

/// Returns the further details of an error.
public func CFErrorCopyUserInfo(_ error: CFError!) -> CFDictionary! { error.map { $0.userInfo as NSDictionary } }

/// Returns the description of an error for users.
public func CFErrorCopyDescription(_ error: CFError!) -> CFString! { error.map { $0.localizedDescription as NSString } }

/// Returns the reason of an error for users, or nil.
public func CFErrorCopyFailureReason(_ error: CFError!) -> CFString! {
    error?.localizedFailureReason.map { $0 as NSString }
}

/// Returns the recovery suggestion of an error for users, or nil.
public func CFErrorCopyRecoverySuggestion(_ error: CFError!) -> CFString! {
    error?.localizedRecoverySuggestion.map { $0 as NSString }
}

/// The domain of the errors of the operating system, including `OSStatus`.
nonisolated(unsafe) public let kCFErrorDomainOSStatus: CFString! = NSOSStatusErrorDomain as NSString
/// The key of an error's description for users.
nonisolated(unsafe) public let kCFErrorLocalizedDescriptionKey: CFString! = NSLocalizedDescriptionKey as NSString
