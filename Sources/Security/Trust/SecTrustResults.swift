// What an evaluation has found. Functions that need a result evaluate if that was not done.

/// Gives the result of the last evaluation.
///
/// - Parameters:
///   - trust: the trust object.
///   - result: receives the result; `.invalid` if nothing was evaluated, or something has changed since.
/// - Returns: `errSecSuccess`.
public func SecTrustGetTrustResult(_ trust: SecTrust, _ result: UnsafeMutablePointer<SecTrustResultType>) -> OSStatus {
    result.pointee = trust.known?.result ?? .invalid
    return errSecSuccess
}

/// Returns the chain: the certificate in question, its issuer and so on, to the anchor or as far as issuers were found.
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? { trust.outcome.chain as NSArray }

/// Returns the number of certificates in the chain.
public func SecTrustGetCertificateCount(_ trust: SecTrust) -> CFIndex { trust.outcome.chain.count }

/// Returns a certificate of the chain; nil if there is none at this position.
public func SecTrustGetCertificateAtIndex(_ trust: SecTrust, _ ix: CFIndex) -> SecCertificate? {
    let chain = trust.outcome.chain
    return chain.indices.contains(ix) ? chain[ix] : nil
}

/// Returns the public key of the certificate in question; nil as `SecCertificateCopyKey`. It is not evaluated for that.
public func SecTrustCopyKey(_ trust: SecTrust) -> SecKey? {
    trust.request.certificates.first.flatMap(SecCertificateCopyKey)
}

/// Returns the public key of the certificate in question. The name of `SecTrustCopyKey` on older systems.
public func SecTrustCopyPublicKey(_ trust: SecTrust) -> SecKey? { SecTrustCopyKey(trust) }

/// Returns the last result as a dictionary: `kSecTrustEvaluationDate`, `kSecTrustResultValue`, and `kSecTrustRevocationChecked` if the
/// status of every certificate below the anchor is known; nil if nothing was evaluated.
public func SecTrustCopyResult(_ trust: SecTrust) -> CFDictionary? {
    guard let outcome = trust.known else { return nil }
    let result = NSMutableDictionary()
    result.setObject(outcome.date as NSDate, forKey: kSecTrustEvaluationDate)
    result.setObject(NSNumber(value: outcome.result.rawValue), forKey: kSecTrustResultValue)
    if outcome.isRevocationChecked { result.setObject(NSNumber(value: true), forKey: kSecTrustRevocationChecked) }
    return result
}

/// Returns a dictionary for each certificate of the chain, for a list that a person reads: `kSecPropertyTypeTitle` is the subject's name,
/// `kSecPropertyTypeError` says what is wrong.
public func SecTrustCopyProperties(_ trust: SecTrust) -> CFArray? {
    let outcome = trust.outcome
    return outcome.chain.enumerated().map { position, certificate in
        let properties = NSMutableDictionary()
        if let title = SecCertificateCopySubjectSummary(certificate) {
            properties.setObject(title, forKey: kSecPropertyTypeTitle)
        }
        let texts = outcome.problems.filter { $0.position == position }.map(\.text)
        if !texts.isEmpty {
            properties.setObject(texts.joined(separator: "; ") as NSString, forKey: kSecPropertyTypeError)
        }
        return properties
    } as NSArray
}
