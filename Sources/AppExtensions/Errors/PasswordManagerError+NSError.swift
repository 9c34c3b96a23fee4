import AgentClient
import Foundation

extension PasswordManagerError: CustomNSError, LocalizedError {
    /// The domain of these errors: ``AppExtensionErrorDomain``.
    public static var errorDomain: String { AppExtensionErrorDomain }

    /// The raw value of the code.
    public var errorCode: Int { code.rawValue }

    /// The texts, and the underlying error as an `NSError`.
    public var errorUserInfo: [String: Any] {
        var info: [String: Any] = [NSLocalizedDescriptionKey: reason]
        if let underlyingError { info[NSUnderlyingErrorKey] = Self.object(of: underlyingError) }
        return info
    }

    /// The reason, for display.
    public var errorDescription: String? { reason }

    /// The error as an object, for completion handlers.
    public var nsError: NSError { NSError(domain: Self.errorDomain, code: errorCode, userInfo: errorUserInfo) }

    /// Returns an `NSError` for an error: the one that Swift makes of a native error has no text on Linux.
    private static func object(of error: any Error) -> NSError {
        switch error {
        // On other systems a cast makes an object of any error; on Linux it ends the program.
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

// Makes `error as? PasswordManagerError` and `catch let error as NSError` work without Objective-C, regardless of which
// of the two was thrown: Swift's casts use this protocol on Linux, too.
extension PasswordManagerError: _ObjectiveCBridgeable {
    /// Returns the error as an object.
    public func _bridgeToObjectiveC() -> NSError { nsError }

    /// Converts an object of this module's domain to an error.
    public static func _conditionallyBridgeFromObjectiveC(
        _ source: NSError, result: inout PasswordManagerError?
    ) -> Bool {
        guard source.domain == AppExtensionErrorDomain else { return false }
        result = PasswordManagerError(
            Code(rawValue: source.code), source.localizedDescription,
            underlyingError: source.userInfo[NSUnderlyingErrorKey] as? NSError)
        return true
    }

    /// Converts an object of this module's domain to an error. Objects of another domain leave the result unchanged.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout PasswordManagerError?) {
        _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    /// Converts any object to an error.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> PasswordManagerError {
        var result: PasswordManagerError?
        if let source, _conditionallyBridgeFromObjectiveC(source, result: &result), let result { return result }
        return PasswordManagerError(.unexpectedData, source?.localizedDescription ?? "An error of another kind.")
    }
}
