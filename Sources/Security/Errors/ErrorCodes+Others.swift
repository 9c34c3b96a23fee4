// Codes that have no text of their own: `SecCopyErrorMessageString` returns the text of the same number, if any.

/// An internal error.
public let errSecInternal: OSStatus = -26276
/// A policy forbids it.
public let errSecPolicyDenied: OSStatus = -26270
/// Authentication is required first. Never returned by a function.
public let errSecAuthNeeded: OSStatus = -25330
/// The result is delivered by a callback.
public let errSecWaitForCallback: OSStatus = -34017
/// The keychain's format has to be upgraded first.
public let errSecUpgradePending: OSStatus = -34019

// Names of particular cases of `errSecParam`.

/// A key that is not allowed in a query.
public let errSecItemInvalidKey: OSStatus = errSecParam
/// A value of the wrong type.
public let errSecItemInvalidValue: OSStatus = errSecParam
/// A query without a class.
public let errSecItemClassMissing: OSStatus = errSecParam
/// A match key that is not allowed here.
public let errSecItemMatchUnsupported: OSStatus = errSecParam
/// A list of items that is not allowed here.
public let errSecUseItemListUnsupported: OSStatus = errSecParam
/// Data that cannot be returned.
public let errSecReturnDataUnsupported: OSStatus = errSecParam
/// Attributes that cannot be returned.
public let errSecReturnAttributesUnsupported: OSStatus = errSecParam
/// A reference that cannot be returned.
public let errSecReturnRefUnsupported: OSStatus = errSecParam
/// An object that is not an item.
public let errSecValueRefUnsupported: OSStatus = errSecParam
/// A missing pointer for the result.
public let errSecReturnMissingPointer: OSStatus = errSecParam
/// A limit that is not allowed here.
public let errSecMatchLimitUnsupported: OSStatus = errSecParam
/// An invalid query.
public let errSecItemIllegalQuery: OSStatus = errSecParam
/// An unsupported padding.
public let errSecUnsupportedPadding: OSStatus = errSecParam

/// An unsupported operation.
public let errSecUnsupportedOperation: OSStatus = errSecUnimplemented
/// An unsupported algorithm.
public let errSecUnsupportedAlgorithm: OSStatus = errSecUnimplemented
/// A key that cannot be read.
public let errSecInvalidKey: OSStatus = errSecDecode
/// A certificate that cannot be read.
public let errSecInvalidCertificate: OSStatus = errSecDecode
