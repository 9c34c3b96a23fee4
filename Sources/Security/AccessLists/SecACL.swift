/// One access list: programs, and what they may do.
public class SecACL: NSObject, @unchecked Sendable {
    struct Contents {
        /// Nil for all programs; empty for none without a question.
        var programs: [SecTrustedApplication]?
        /// The text of a question.
        var name: String
        var selector: SecKeychainPromptSelector = []
        var authorizations: [String]
    }

    private let lock = NSLock()
    private var stored: Contents
    /// Weak, because the access has its lists.
    private weak var access: SecAccess?

    init(of access: SecAccess, _ contents: Contents) { (self.access, stored) = (access, contents) }

    var contents: Contents { lock.withLock { stored } }

    func change(_ change: (inout Contents) -> Void) { lock.withLock { change(&stored) } }

    func remove() -> Bool { access?.remove(self) ?? false }

    /// What macOS lets the programs of a new item do.
    static var authorizationsOfUse: [String] {
        [
            kSecACLAuthorizationDecrypt, kSecACLAuthorizationDerive, kSecACLAuthorizationExportClear,
            kSecACLAuthorizationExportWrapped, kSecACLAuthorizationMAC, kSecACLAuthorizationSign,
        ].map { $0 as String }
    }

    /// Returns the programs of an argument: nil for all of them.
    ///
    /// - Returns: nil if an element is not a program.
    static func programs(_ array: CFArray?) -> [SecTrustedApplication]?? {
        guard let array else { return .some(nil) }
        let programs = array.compactMap { $0 as? SecTrustedApplication }
        return programs.count == array.count ? .some(programs) : .none
    }
}

extension SecACL: CoreFoundationObject {
    static var typeID: CFTypeID { TypeID.accessList }
}

/// Returns the type id of `SecACL`.
public func SecACLGetTypeID() -> CFTypeID { SecACL.typeID }

/// When a person is asked about a program.
public struct SecKeychainPromptSelector: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt16
    /// Makes a value of bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The password of the keychain is asked for each time.
    public static let requirePassphase = SecKeychainPromptSelector(rawValue: 0x0001)
    /// Programs without a signature are asked about.
    public static let unsigned = SecKeychainPromptSelector(rawValue: 0x0010)
    /// `unsigned` counts.
    public static let unsignedAct = SecKeychainPromptSelector(rawValue: 0x0020)
    /// Programs with a signature that does not verify are asked about.
    public static let invalid = SecKeychainPromptSelector(rawValue: 0x0040)
    /// `invalid` counts.
    public static let invalidAct = SecKeychainPromptSelector(rawValue: 0x0080)
}

/// Adds a list to an access. It has every authorization.
///
/// - Parameters:
///   - access: the access.
///   - applicationList: an array of `SecTrustedApplication`; nil for all programs.
///   - description: the item's name, for people.
///   - promptSelector: when a person is asked.
///   - newAcl: receives the list; unchanged on failure.
/// - Returns: `errSecSuccess`; `errSecParam` if the array has something else.
public func SecACLCreateWithSimpleContents(
    _ access: SecAccess, _ applicationList: CFArray?, _ description: CFString,
    _ promptSelector: SecKeychainPromptSelector, _ newAcl: UnsafeMutablePointer<SecACL?>
) -> OSStatus {
    guard let programs = SecACL.programs(applicationList) else { return errSecParam }
    let list = SecACL(
        of: access,
        .init(
            programs: programs, name: description as String, selector: promptSelector,
            authorizations: [kSecACLAuthorizationAny as String]))
    access.append(list)
    newAcl.pointee = list
    return errSecSuccess
}

/// Removes a list from its access.
///
/// - Parameter aclRef: the list.
/// - Returns: `errSecSuccess`; `errSecACLDeleteFailed` if it was removed before, or the access is gone.
public func SecACLRemove(_ aclRef: SecACL) -> OSStatus { aclRef.remove() ? errSecSuccess : errSecACLDeleteFailed }

/// Returns the programs of a list.
///
/// - Parameters:
///   - acl: the list.
///   - applicationList: receives an array of `SecTrustedApplication`; nil for all programs.
///   - description: receives the item's name.
///   - promptSelector: receives when a person is asked.
/// - Returns: `errSecSuccess`.
public func SecACLCopyContents(
    _ acl: SecACL, _ applicationList: UnsafeMutablePointer<CFArray?>, _ description: UnsafeMutablePointer<CFString?>,
    _ promptSelector: UnsafeMutablePointer<SecKeychainPromptSelector>
) -> OSStatus {
    let contents = acl.contents
    applicationList.pointee = contents.programs.map { $0 as NSArray }
    description.pointee = contents.name as NSString
    promptSelector.pointee = contents.selector
    return errSecSuccess
}

/// Sets the programs of a list.
///
/// - Parameters:
///   - acl: the list.
///   - applicationList: an array of `SecTrustedApplication`; nil for all programs.
///   - description: the item's name.
///   - promptSelector: when a person is asked.
/// - Returns: `errSecSuccess`; `errSecParam` if the array has something else.
public func SecACLSetContents(
    _ acl: SecACL, _ applicationList: CFArray?, _ description: CFString, _ promptSelector: SecKeychainPromptSelector
) -> OSStatus {
    guard let programs = SecACL.programs(applicationList) else { return errSecParam }
    acl.change { ($0.programs, $0.name, $0.selector) = (programs, description as String, promptSelector) }
    return errSecSuccess
}

/// Returns the authorizations of a list.
///
/// - Parameter acl: the list.
/// - Returns: an array of `kSecACLAuthorization…` constants.
public func SecACLCopyAuthorizations(_ acl: SecACL) -> CFArray {
    acl.contents.authorizations.map { $0 as NSString } as NSArray
}

/// Sets the authorizations of a list.
///
/// - Parameters:
///   - acl: the list.
///   - authorizations: an array of texts.
/// - Returns: `errSecSuccess`; `errSecParam` if the array is empty or has something else.
public func SecACLUpdateAuthorizations(_ acl: SecACL, _ authorizations: CFArray) -> OSStatus {
    let texts = authorizations.compactMap { $0 as? String }
    guard !texts.isEmpty, texts.count == authorizations.count else { return errSecParam }
    acl.change { $0.authorizations = texts }
    return errSecSuccess
}
