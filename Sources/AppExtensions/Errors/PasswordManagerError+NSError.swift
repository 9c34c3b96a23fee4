import AgentClient
import Foundation

extension PasswordManagerError: CustomNSError, LocalizedError {
    /// The domain of these errors: ``AppExtensionErrorDomain``.
    public static var errorDomain: String { AppExtensionErrorDomain }

    /// The number of the code.
    public var errorCode: Int { code.rawValue }

    /// The texts, and the error behind this one as an `NSError`.
    public var errorUserInfo: [String: Any] {
        var info: [String: Any] = [NSLocalizedDescriptionKey: reason]
        if let underlyingError { info[NSUnderlyingErrorKey] = Self.object(of: underlyingError) }
        return info
    }

    /// What happened, for people.
    public var errorDescription: String? { reason }

    /// The same as an object, which completion handlers get.
    public var nsError: NSError { NSError(domain: Self.errorDomain, code: errorCode, userInfo: errorUserInfo) }

    /// An object that says what the error says: Swift's own for an error that is no object has no text on Linux.
    private static func object(of error: any Error) -> NSError {
        switch error {
        // Elsewhere a cast makes an object of any error; on Linux it ends the program.
        case _ where type(of: error) is NSError.Type: return error as NSError
        case let error as PasswordManagerError: return error.nsError
        case let error as KeychainError:
            return NSError(
                domain: "NSOSStatusErrorDomain", code: Int(error.code.rawValue),
                userInfo: [NSLocalizedDescriptionKey: error.description])
        default:
            let named = error as? any CustomNSError
            return NSError(
                domain: named.map { type(of: $0).errorDomain } ?? String(reflecting: type(of: error)),
                code: named?.errorCode ?? error._code, userInfo: [NSLocalizedDescriptionKey: "\(error)"])
        }
    }
}

// What makes `error as? PasswordManagerError` and `catch let error as NSError` work without Objective-C, whichever of
// the two was thrown: Swift's casts ask this protocol on Linux too.
extension PasswordManagerError: _ObjectiveCBridgeable {
    /// The error as an object.
    public func _bridgeToObjectiveC() -> NSError { nsError }

    /// The object as an error, if it is of the domain.
    public static func _conditionallyBridgeFromObjectiveC(
        _ source: NSError, result: inout PasswordManagerError?
    ) -> Bool {
        guard source.domain == AppExtensionErrorDomain else { return false }
        result = PasswordManagerError(
            Code(rawValue: source.code), source.localizedDescription,
            underlyingError: source.userInfo[NSUnderlyingErrorKey] as? NSError)
        return true
    }

    /// The object as an error, which it has to be.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout PasswordManagerError?) {
        _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    /// The object as an error, whatever it is.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> PasswordManagerError {
        var result: PasswordManagerError?
        if let source, _conditionallyBridgeFromObjectiveC(source, result: &result), let result { return result }
        return PasswordManagerError(.unexpectedData, source?.localizedDescription ?? "An error of another kind.")
    }
}
