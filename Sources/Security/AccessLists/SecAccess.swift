/// What programs may do with an item: access lists. Items keep a copy; what the lists are worth, with an agent and without one, is in
/// Docs/keychains.md, "Access lists".
public class SecAccess: NSObject, @unchecked Sendable {
    private let lock = NSLock()
    private var stored: [SecACL] = []

    override init() {}

    var lists: [SecACL] {
        get { lock.withLock { stored } }
        set { lock.withLock { stored = newValue } }
    }

    /// Removes a list.
    ///
    /// - Returns: false if it is not there.
    func remove(_ list: SecACL) -> Bool {
        lock.withLock {
            guard let index = stored.firstIndex(where: { $0 === list }) else { return false }
            stored.remove(at: index)
            return true
        }
    }

    func append(_ list: SecACL) { lock.withLock { stored.append(list) } }
}

extension SecAccess {
    /// A program of a list, for the backend.
    package struct Program: Sendable {
        /// The absolute path.
        package let path: String
        /// The identity that the keychain has kept; empty for a program that is named now.
        package let identity: [UInt8]

        package init(path: String, identity: [UInt8]) { (self.path, self.identity) = (path, identity) }
    }

    /// The contents of one list, for the backend.
    package struct Contents: Sendable {
        /// Nil for all programs.
        package var programs: [Program]?
        package var name: String
        package var selector: UInt16
        package var authorizations: [String]

        package init(programs: [Program]?, name: String, selector: UInt16, authorizations: [String]) {
            (self.programs, self.name, self.selector) = (programs, name, selector)
            self.authorizations = authorizations
        }
    }

    /// The contents of the lists.
    package var contents: [Contents] {
        lists.map(\.contents).map { list in
            Contents(
                programs: list.programs?.map(\.program), name: list.name, selector: list.selector.rawValue,
                authorizations: list.authorizations)
        }
    }

    /// Makes an object of stored lists.
    package convenience init(contents: [Contents]) {
        self.init()
        lists = contents.map { list in
            let programs = list.programs?.map { SecTrustedApplication(path: Data($0.path.utf8), identity: $0.identity) }
            return SecACL(
                of: self,
                .init(
                    programs: programs, name: list.name, selector: .init(rawValue: list.selector),
                    authorizations: list.authorizations))
        }
    }
}

extension SecAccess: CoreFoundationObject {
    static var typeID: CFTypeID { TypeID.access }
}

/// Returns the type id of `SecAccess`.
public func SecAccessGetTypeID() -> CFTypeID { SecAccess.typeID }

/// Makes what macOS gives an item: anyone may encrypt with it, the programs may use it, and a change of the lists asks the user first.
///
/// - Parameters:
///   - descriptor: the item's name, for people.
///   - trustedlist: an array of `SecTrustedApplication`; nil for the calling program, an empty array for none.
///   - accessRef: receives the object; unchanged on failure.
/// - Returns: `errSecSuccess`; `errSecParam` if the array has something else.
public func SecAccessCreate(
    _ descriptor: CFString, _ trustedlist: CFArray?, _ accessRef: UnsafeMutablePointer<SecAccess?>
) -> OSStatus {
    var programs = trustedlist
    if programs == nil {
        var caller: SecTrustedApplication?
        let status = SecTrustedApplicationCreateFromPath(nil, &caller)
        guard status == errSecSuccess, let caller else { return status }
        programs = NSArray(object: caller)
    }
    guard let users = SecACL.programs(programs) else { return errSecParam }
    let access = SecAccess()
    let name = descriptor as String
    access.lists = [
        SecACL(of: access, .init(programs: nil, name: name, authorizations: [kSecACLAuthorizationEncrypt as String])),
        SecACL(of: access, .init(programs: users, name: name, authorizations: SecACL.authorizationsOfUse)),
        SecACL(of: access, .init(programs: [], name: name, authorizations: [kSecACLAuthorizationChangeACL as String])),
    ]
    accessRef.pointee = access
    return errSecSuccess
}

/// Returns the lists.
///
/// - Parameters:
///   - accessRef: the object.
///   - aclList: receives an array of `SecACL`.
/// - Returns: `errSecSuccess`.
public func SecAccessCopyACLList(_ accessRef: SecAccess, _ aclList: UnsafeMutablePointer<CFArray?>) -> OSStatus {
    aclList.pointee = accessRef.lists as NSArray
    return errSecSuccess
}

/// Returns the lists with an authorization.
///
/// - Parameters:
///   - accessRef: the object.
///   - authorizationTag: one of the `kSecACLAuthorization…` constants.
/// - Returns: an array of `SecACL`; nil if there is none.
public func SecAccessCopyMatchingACLList(_ accessRef: SecAccess, _ authorizationTag: CFTypeRef) -> CFArray? {
    guard let tag = authorizationTag as? NSString else { return nil }
    let lists = accessRef.lists.filter { $0.contents.authorizations.contains(tag as String) }
    return lists.isEmpty ? nil : lists as NSArray
}
