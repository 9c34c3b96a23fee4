/// An error of user authentication.
///
/// As on Apple's systems it wraps an `NSError`: each converts to the other with `as` and `as?`.
public struct LAError: _BridgedStoredNSError, CustomStringConvertible, CustomDebugStringConvertible {
    /// The error itself.
    public let _nsError: NSError

    /// Wraps an `NSError`.
    ///
    /// - Parameter error: an error of the domain `LAErrorDomain`.
    public init(_nsError error: NSError) { _nsError = error }

    /// Makes an error with a code.
    ///
    /// - Parameters:
    ///   - code: the code.
    ///   - userInfo: further details; without a `NSLocalizedDescriptionKey` the text of the code is added.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        let texts: [String: Any] = [NSLocalizedDescriptionKey: code.text]
        self.init(
            _nsError: NSError(
                domain: LAErrorDomain, code: code.rawValue, userInfo: userInfo.merging(texts) { given, _ in given }))
    }

    /// The domain of these errors: `LAErrorDomain`.
    public static var errorDomain: String { LAErrorDomain }
    /// The same domain, for Foundation.
    public static var _nsErrorDomain: String { LAErrorDomain }

    /// The code. For a number that is not one of the codes, which only `init(_nsError:)` accepts: `authenticationFailed`.
    public var code: Code { Code(rawValue: _nsError.code) ?? .authenticationFailed }

    /// Further details.
    public var userInfo: [String: Any] { _nsError.userInfo }

    /// The text of the error for users.
    public var localizedDescription: String { _nsError.localizedDescription }

    /// Domain, code and further details.
    public var description: String { _nsError.description }
    /// The same as ``description``.
    public var debugDescription: String { _nsError.description }
}

extension LAError {
    /// Makes the error that the context returns for a failure.
    init(_ failure: AuthenticationFailure) {
        self.init(failure.code, userInfo: failure.reason.map { [NSLocalizedFailureReasonErrorKey: $0] } ?? [:])
    }
}

// Enables `nsError as? LAError`, `catch let error as LAError` and `catch let error as NSError` without Objective-C, whichever of
// the two was thrown: Swift's casts use this protocol on Linux too.
extension LAError: _ObjectiveCBridgeable {
    /// Returns the error as an object.
    public func _bridgeToObjectiveC() -> NSError { _nsError }

    /// Converts the object to an error, if it is of the domain and has one of the codes.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout LAError?) -> Bool {
        guard source.domain == LAErrorDomain, Code(rawValue: source.code) != nil else { return false }
        result = LAError(_nsError: source)
        return true
    }

    /// Converts the object to an error, which it must be.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout LAError?) {
        _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    /// Converts the object to an error unconditionally.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> LAError {
        source.map { LAError(_nsError: $0) } ?? LAError(.authenticationFailed)
    }
}
