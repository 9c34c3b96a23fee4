/// The evaluation of a certificate's trust: certificates, policies, anchors, and the result.
public class SecTrust: NSObject, @unchecked Sendable {
    private struct State {
        var request: TrustRequest
        /// The result; nil as long as there is none, and after a change.
        var outcome: TrustOutcome?
        var allowsNetwork = true
        /// The number of changes: a result that was found for another request is not kept.
        var changes = 0
    }

    private let lock = NSLock()
    // Sendable: used under the lock.
    private var state: State

    init(_ request: TrustRequest) { state = State(request: request) }

    /// What is evaluated.
    package var request: TrustRequest { lock.withLock { state.request } }

    /// Changes what is evaluated, so that the last result is none any more.
    func change(_ body: (inout TrustRequest) -> Void) {
        lock.withLock {
            body(&state.request)
            state.outcome = nil
            state.changes += 1
        }
    }

    /// The last result, unless something was changed since.
    var known: TrustOutcome? { lock.withLock { state.outcome } }

    /// Returns the last result, or evaluates.
    var outcome: TrustOutcome { known ?? evaluate() }

    /// Evaluates.
    func evaluate() -> TrustOutcome {
        let (request, changes) = lock.withLock { (state.request, state.changes) }
        // Not under the lock: it takes time.
        let outcome = backend.evaluate(request)
        lock.withLock { if state.changes == changes { state.outcome = outcome } }
        return outcome
    }

    var allowsNetwork: Bool {
        get { lock.withLock { state.allowsNetwork } }
        set { lock.withLock { state.allowsNetwork = newValue } }
    }
}

extension SecTrust: CoreFoundationObject {
    static var typeID: CFTypeID { TypeID.trust }
}

/// Returns the type id of `SecTrust`.
public func SecTrustGetTypeID() -> CFTypeID { SecTrust.typeID }

/// Makes an object that evaluates a certificate.
///
/// Specified in: keychain-services 6.7.
///
/// - Parameters:
///   - certificates: the certificate in question, or an array with it first and others that may be in its chain, in any order. The first
///     hundred of these are used.
///   - policies: a policy or an array of policies, all of which have to hold; nil for basic X.509.
///   - trust: receives the object; unchanged on failure.
/// - Returns: `errSecSuccess`, or `errSecParam` if something else was given, or no certificate.
public func SecTrustCreateWithCertificates(
    _ certificates: CFTypeRef, _ policies: CFTypeRef?, _ trust: UnsafeMutablePointer<SecTrust?>
) -> OSStatus {
    guard let certificates = list(of: SecCertificate.self, certificates), !certificates.isEmpty,
        let policies = SecPolicy.list(policies)
    else { return errSecParam }
    trust.pointee = SecTrust(TrustRequest(certificates: certificates, policies: policies))
    return errSecSuccess
}

extension SecPolicy {
    /// Returns the policies that a program gives: basic X.509 if it gives none; nil if it gives something else.
    static func list(_ object: CFTypeRef?) -> [SecPolicy]? {
        guard let object else { return [SecPolicyCreateBasicX509()] }
        guard let policies = Security.list(of: SecPolicy.self, object) else { return nil }
        return policies.isEmpty ? [SecPolicyCreateBasicX509()] : policies
    }
}

/// Returns one object or the objects of an array; nil if there is one of another type.
func list<Object: NSObject>(of type: Object.Type, _ object: CFTypeRef) -> [Object]? {
    if let one = object as? Object { return [one] }
    guard let array = object as? NSArray else { return nil }
    var objects: [Object] = []
    for element in array {
        guard let element = element as? Object else { return nil }
        objects.append(element)
    }
    return objects
}
