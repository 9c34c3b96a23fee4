// Status codes of Authorization Services and Secure Transport; keychain code compares with some of them.

/// Success.
public let errAuthorizationSuccess: OSStatus = 0
/// The set of rights is not valid.
public let errAuthorizationInvalidSet: OSStatus = -60001
/// The authorization is not valid.
public let errAuthorizationInvalidRef: OSStatus = -60002
/// The tag is not valid.
public let errAuthorizationInvalidTag: OSStatus = -60003
/// A pointer is not valid.
public let errAuthorizationInvalidPointer: OSStatus = -60004
/// Denied.
public let errAuthorizationDenied: OSStatus = -60005
/// Canceled by the user.
public let errAuthorizationCanceled: OSStatus = -60006
/// Denied, because interaction is not allowed.
public let errAuthorizationInteractionNotAllowed: OSStatus = -60007
/// An internal error.
public let errAuthorizationInternal: OSStatus = -60008
/// The authorization must not be converted to an external form.
public let errAuthorizationExternalizeNotAllowed: OSStatus = -60009
/// The authorization must not be made from an external form.
public let errAuthorizationInternalizeNotAllowed: OSStatus = -60010
/// The flags are not valid.
public let errAuthorizationInvalidFlags: OSStatus = -60011
/// The tool could not be started.
public let errAuthorizationToolExecuteFailure: OSStatus = -60031
/// The tool’s environment is not valid.
public let errAuthorizationToolEnvironmentError: OSStatus = -60032
/// The address is not valid.
public let errAuthorizationBadAddress: OSStatus = -60033

/// A cryptographic operation of a TLS connection failed.
public let errSSLCrypto: OSStatus = -9809
