// Flags of revocation policies, with the same bits as Apple's.

/// The Online Certificate Status Protocol may be used.
public let kSecRevocationOCSPMethod: CFOptionFlags = 1 << 0
/// Revocation lists may be used.
public let kSecRevocationCRLMethod: CFOptionFlags = 1 << 1
/// Revocation lists are preferred to the Online Certificate Status Protocol.
public let kSecRevocationPreferCRL: CFOptionFlags = 1 << 2
/// A certificate is trusted only if its status is known to be good.
public let kSecRevocationRequirePositiveResponse: CFOptionFlags = 1 << 3
/// Only what is on the device is consulted.
public let kSecRevocationNetworkAccessDisabled: CFOptionFlags = 1 << 4
/// Either of the two methods may be used.
public let kSecRevocationUseAnyAvailableMethod: CFOptionFlags = kSecRevocationOCSPMethod | kSecRevocationCRLMethod
