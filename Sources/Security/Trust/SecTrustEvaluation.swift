/// The callback of `SecTrustEvaluateAsync`.
public typealias SecTrustCallback = (SecTrust, SecTrustResultType) -> Void
/// The callback of `SecTrustEvaluateAsyncWithError`.
public typealias SecTrustWithErrorCallback = (SecTrust, Bool, CFError?) -> Void

/// Evaluates a certificate: its chain up to an anchor, the validity of each certificate in it, and the policies.
///
/// Nothing is fetched from the network.
/// Specified in: keychain-services 6.7.
///
/// - Parameters:
///   - trust: the trust object.
///   - error: receives the error if the certificate is not trusted: its code is the status of the gravest problem, such as
///     `errSecCertificateExpired`, `errSecHostNameMismatch`, `errSecNotTrusted` or `errSecCreateChainFailed`; its description says which
///     certificate it is about and what to do; its underlying error names all problems.
/// - Returns: whether the certificate is trusted.
public func SecTrustEvaluateWithError(_ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?) -> Bool {
    let outcome = trust.evaluate()
    error?.pointee = outcome.error
    return outcome.error == nil
}

/// Evaluates a certificate. Older than `SecTrustEvaluateWithError`.
///
/// - Parameters:
///   - trust: the trust object.
///   - result: receives the result: trusted are `.unspecified` and `.proceed`.
/// - Returns: `errSecSuccess`, also for a certificate that is not trusted; the code of the error if the evaluation itself failed.
public func SecTrustEvaluate(_ trust: SecTrust, _ result: UnsafeMutablePointer<SecTrustResultType>) -> OSStatus {
    let outcome = trust.evaluate()
    result.pointee = outcome.result
    guard outcome.result == .otherError else { return errSecSuccess }
    return outcome.error.map { OSStatus(clamping: $0.code) } ?? errSecInternal
}

/// Evaluates a certificate on a queue.
///
/// - Parameters:
///   - trust: the trust object.
///   - queue: the queue on which the evaluation and the callback run; nil for a global one.
///   - result: receives the object and the result.
/// - Returns: `errSecSuccess`.
public func SecTrustEvaluateAsync(
    _ trust: SecTrust, _ queue: DispatchQueue?, _ result: @escaping SecTrustCallback
) -> OSStatus {
    let callback = Callback(call: result)
    (queue ?? .global()).async { callback.call(trust, trust.evaluate().result) }
    return errSecSuccess
}

/// Evaluates a certificate on a queue.
///
/// - Parameters:
///   - trust: the trust object.
///   - queue: the queue on which the evaluation and the callback run.
///   - result: receives the object, whether the certificate is trusted, and the error of `SecTrustEvaluateWithError`.
/// - Returns: `errSecSuccess`.
public func SecTrustEvaluateAsyncWithError(
    _ trust: SecTrust, _ queue: DispatchQueue, _ result: @escaping SecTrustWithErrorCallback
) -> OSStatus {
    let callback = Callback(call: result)
    queue.async {
        let outcome = trust.evaluate()
        callback.call(trust, outcome.error == nil, outcome.error)
    }
    return errSecSuccess
}

/// A callback of the program, which is called on the program's queue as the program wants it.
private struct Callback<Function>: @unchecked Sendable {
    let call: Function
}
