// What a trust object evaluates by. Each change makes the last result invalid.

/// Sets the policies of an evaluation, all of which have to hold.
///
/// - Parameters:
///   - trust: the trust object.
///   - policies: a policy or an array of policies.
/// - Returns: `errSecSuccess`, or `errSecParam` if it is something else.
public func SecTrustSetPolicies(_ trust: SecTrust, _ policies: CFTypeRef) -> OSStatus {
    guard let policies = SecPolicy.list(policies) else { return errSecParam }
    trust.change { $0.policies = policies }
    return errSecSuccess
}

/// Gives the policies of an evaluation.
///
/// - Parameters:
///   - trust: the trust object.
///   - policies: receives an array of `SecPolicy`.
/// - Returns: `errSecSuccess`.
public func SecTrustCopyPolicies(_ trust: SecTrust, _ policies: UnsafeMutablePointer<CFArray?>) -> OSStatus {
    policies.pointee = trust.request.policies as NSArray
    return errSecSuccess
}

/// Sets the anchors of an evaluation. From then on only these count, until `SecTrustSetAnchorCertificatesOnly` says otherwise.
///
/// - Parameters:
///   - trust: the trust object.
///   - anchorCertificates: an array of certificates, which need not be roots; nil for those of the system and the user again.
/// - Returns: `errSecSuccess`, or `errSecParam` if the array has something else in it.
public func SecTrustSetAnchorCertificates(_ trust: SecTrust, _ anchorCertificates: CFArray?) -> OSStatus {
    guard let anchorCertificates else {
        trust.change { ($0.anchors, $0.usesAnchorsOnly) = (nil, nil) }
        return errSecSuccess
    }
    guard let anchors = list(of: SecCertificate.self, anchorCertificates) else { return errSecParam }
    trust.change { $0.anchors = anchors }
    return errSecSuccess
}

/// Sets whether the anchors of `SecTrustSetAnchorCertificates` are the only ones, or count beside those of the system and the user.
///
/// - Parameters:
///   - trust: the trust object.
///   - anchorCertificatesOnly: whether they are the only ones.
/// - Returns: `errSecSuccess`.
public func SecTrustSetAnchorCertificatesOnly(_ trust: SecTrust, _ anchorCertificatesOnly: Bool) -> OSStatus {
    trust.change { $0.usesAnchorsOnly = anchorCertificatesOnly }
    return errSecSuccess
}

/// Gives the anchors that were set.
///
/// - Parameters:
///   - trust: the trust object.
///   - anchors: receives an array of certificates; nil if none were set.
/// - Returns: `errSecSuccess`.
public func SecTrustCopyCustomAnchorCertificates(
    _ trust: SecTrust, _ anchors: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    anchors.pointee = trust.request.anchors.map { $0 as NSArray }
    return errSecSuccess
}

/// Gives the roots of the distribution.
///
/// - Parameter anchors: receives an array of certificates; unchanged on failure.
/// - Returns: `errSecSuccess`, or `errSecTrustNotAvailable` if there are none: on Debian and Ubuntu they are in the package `ca-certificates`.
public func SecTrustCopyAnchorCertificates(_ anchors: UnsafeMutablePointer<CFArray?>) -> OSStatus {
    let roots = backend.systemRoots()
    guard !roots.isEmpty else { return errSecTrustNotAvailable }
    anchors.pointee = roots as NSArray
    return errSecSuccess
}

/// Sets the moment for which certificates are evaluated.
///
/// - Parameters:
///   - trust: the trust object.
///   - verifyDate: the moment.
/// - Returns: `errSecSuccess`.
public func SecTrustSetVerifyDate(_ trust: SecTrust, _ verifyDate: CFDate) -> OSStatus {
    let date = verifyDate as Date
    trust.change { $0.date = date }
    return errSecSuccess
}

/// Returns the moment for which certificates are evaluated, in seconds since 2001; the present if none was set.
public func SecTrustGetVerifyTime(_ trust: SecTrust) -> CFAbsoluteTime {
    (trust.request.date ?? Date()).timeIntervalSinceReferenceDate
}

/// Sets responses of the Online Certificate Status Protocol about certificates of the chain, such as those that a server has stapled.
///
/// Each is verified: its signature, its time, the certificate that it is about, and the delegation of the responder.
///
/// - Parameters:
///   - trust: the trust object.
///   - responseData: a response in DER or an array of responses; nil for none.
/// - Returns: `errSecSuccess`, or `errSecParam` if it is something else.
public func SecTrustSetOCSPResponse(_ trust: SecTrust, _ responseData: CFTypeRef?) -> OSStatus {
    guard let responses = responseData.map({ list(of: NSData.self, $0) }) ?? [] else { return errSecParam }
    let copies = responses.map(\.copied)
    trust.change { $0.statusResponses = copies }
    return errSecSuccess
}

/// Sets whether an evaluation may use the network. It has no effect: no evaluation does here.
///
/// - Parameters:
///   - trust: the trust object.
///   - allowFetch: whether it may.
/// - Returns: `errSecSuccess`.
public func SecTrustSetNetworkFetchAllowed(_ trust: SecTrust, _ allowFetch: Bool) -> OSStatus {
    trust.allowsNetwork = allowFetch
    return errSecSuccess
}

/// Gives what `SecTrustSetNetworkFetchAllowed` has set; true at first.
///
/// - Parameters:
///   - trust: the trust object.
///   - allowFetch: receives the value.
/// - Returns: `errSecSuccess`.
public func SecTrustGetNetworkFetchAllowed(_ trust: SecTrust, _ allowFetch: UnsafeMutablePointer<DarwinBoolean>)
    -> OSStatus
{
    allowFetch.pointee = DarwinBoolean(trust.allowsNetwork)
    return errSecSuccess
}

/// Returns the problems of the chain as data, which `SecTrustSetExceptions` accepts for the same certificate: after a person has looked at
/// them and accepts them. Evaluates first if that was not done.
///
/// - Returns: the data; nil if the evaluation failed. Certificates that are revoked, forbidden, malformed or have an invalid signature stay
///   untrusted.
public func SecTrustCopyExceptions(_ trust: SecTrust) -> CFData? { trust.outcome.exceptions.map { $0 as NSData } }

/// Accepts problems of the chain that `SecTrustCopyExceptions` has returned. Keep the data where other programs cannot write it: who
/// writes it decides what the program trusts.
///
/// - Parameters:
///   - trust: the trust object.
///   - exceptions: the data; nil for none.
/// - Returns: whether the data was for this certificate; otherwise nothing is changed.
public func SecTrustSetExceptions(_ trust: SecTrust, _ exceptions: CFData?) -> Bool {
    guard let exceptions else {
        trust.change { $0.exceptions = nil }
        return true
    }
    let data = exceptions.copied
    guard let certificate = trust.request.certificates.first, backend.areExceptions(data, for: certificate) else {
        return false
    }
    trust.change { $0.exceptions = data }
    return true
}
