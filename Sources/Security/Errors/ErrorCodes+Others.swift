// Numbers that have no text of their own: `SecCopyErrorMessageString` answers with the one of the same number, if any.

/// Something went wrong inside.
public let errSecInternal: OSStatus = -26276
/// A policy forbids it.
public let errSecPolicyDenied: OSStatus = -26270
/// Somebody has to show who they are first. Never returned by a function.
public let errSecAuthNeeded: OSStatus = -25330
/// The answer comes later.
public let errSecWaitForCallback: OSStatus = -34017
/// The keychain waits to be brought to a newer format.
public let errSecUpgradePending: OSStatus = -34019

// Names for particular cases of `errSecParam`.

/// A key that no query has.
public let errSecItemInvalidKey: OSStatus = errSecParam
/// A value of the wrong type.
public let errSecItemInvalidValue: OSStatus = errSecParam
/// A query without a class.
public let errSecItemClassMissing: OSStatus = errSecParam
/// A match key where there can be none.
public let errSecItemMatchUnsupported: OSStatus = errSecParam
/// A list of items where there can be none.
public let errSecUseItemListUnsupported: OSStatus = errSecParam
/// Data that cannot be returned.
public let errSecReturnDataUnsupported: OSStatus = errSecParam
/// Attributes that cannot be returned.
public let errSecReturnAttributesUnsupported: OSStatus = errSecParam
/// A reference that cannot be returned.
public let errSecReturnRefUnsupported: OSStatus = errSecParam
/// An object that is no item.
public let errSecValueRefUnsupported: OSStatus = errSecParam
/// No place for the result.
public let errSecReturnMissingPointer: OSStatus = errSecParam
/// A limit where there can be none.
public let errSecMatchLimitUnsupported: OSStatus = errSecParam
/// A query that makes no sense.
public let errSecItemIllegalQuery: OSStatus = errSecParam
/// A padding that is not known.
public let errSecUnsupportedPadding: OSStatus = errSecParam

/// An operation that is not known.
public let errSecUnsupportedOperation: OSStatus = errSecUnimplemented
/// An algorithm that is not known.
public let errSecUnsupportedAlgorithm: OSStatus = errSecUnimplemented
/// A key that cannot be read.
public let errSecInvalidKey: OSStatus = errSecDecode
/// A certificate that cannot be read.
public let errSecInvalidCertificate: OSStatus = errSecDecode
