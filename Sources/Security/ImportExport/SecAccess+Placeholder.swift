// PLACEHOLDER, to be deleted when the access lists are merged: they define the type.

/// The access list of an item in a keychain.
public class SecAccess: NSObject, @unchecked Sendable {}
