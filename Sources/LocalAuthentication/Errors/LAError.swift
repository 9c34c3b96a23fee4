/// Why somebody has not been authenticated.
///
/// As on Apple's systems it is a face of an `NSError`: each turns into the other with `as` and `as?`.
public struct LAError: _BridgedStoredNSError, CustomStringConvertible, CustomDebugStringConvertible {
    /// The error itself.
    public let _nsError: NSError

    /// - Parameter error: an error of the domain `LAErrorDomain`.
    public init(_nsError error: NSError) { _nsError = error }

    /// - Parameters:
    ///   - code: what has happened.
    ///   - userInfo: what else is known; without a `NSLocalizedDescriptionKey` the text of the code is added.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        let texts: [String: Any] = [NSLocalizedDescriptionKey: code.text]
        self.init(
            _nsError: NSError(
                domain: LAErrorDomain, code: code.rawValue, userInfo: userInfo.merging(texts) { given, _ in given }))
    }

    /// The domain of these errors: `LAErrorDomain`.
    public static var errorDomain: String { LAErrorDomain }
    /// The same, for Foundation.
    public static var _nsErrorDomain: String { LAErrorDomain }

    /// What has happened. For a number that is none of the codes, which only `init(_nsError:)` lets in: that nobody has been
    /// authenticated.
    public var code: Code { Code(rawValue: _nsError.code) ?? .authenticationFailed }

    /// What else is known.
    public var userInfo: [String: Any] { _nsError.userInfo }

    /// What has happened, for people.
    public var localizedDescription: String { _nsError.localizedDescription }

    /// Domain, code and what else is known.
    public var description: String { _nsError.description }
    /// The same.
    public var debugDescription: String { _nsError.description }
}

extension LAError {
    /// The error as the context hands it out.
    init(_ failure: AuthenticationFailure) {
        self.init(failure.code, userInfo: failure.reason.map { [NSLocalizedFailureReasonErrorKey: $0] } ?? [:])
    }
}

// What makes `nsError as? LAError`, `catch let error as LAError` and `catch let error as NSError` work without Objective-C,
// whichever of the two was thrown: Swift's casts ask this protocol on Linux too.
extension LAError: _ObjectiveCBridgeable {
    /// The error as an object.
    public func _bridgeToObjectiveC() -> NSError { _nsError }

    /// The object as an error, if it is of the domain and has one of the codes.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout LAError?) -> Bool {
        guard source.domain == LAErrorDomain, Code(rawValue: source.code) != nil else { return false }
        result = LAError(_nsError: source)
        return true
    }

    /// The object as an error, which it has to be.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout LAError?) {
        _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    /// The object as an error, whatever it is.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> LAError {
        source.map { LAError(_nsError: $0) } ?? LAError(.authenticationFailed)
    }
}
