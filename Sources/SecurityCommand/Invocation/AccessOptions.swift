import Foundation
import KeychainServices
import Security
import SecurityBackend

/// The options `-A` and `-T`: the programs that may use new items.
struct AccessOptions {
    private var isForAny = false
    private var programs: [SecTrustedApplication]?

    /// Takes an option, if it is one of them.
    ///
    /// - Throws: ``UsageError`` for a program without an absolute path that is not there.
    mutating func take(_ letter: Character, _ value: String?) throws {
        switch (letter, value) {
        case ("A", _): isForAny = true
        case ("T", let path?):
            programs = programs ?? []
            // Names of groups are no programs: access groups are said elsewhere. The empty text stands for no program.
            guard !path.isEmpty, !path.hasPrefix("group://") else { return }
            programs?.append(try Self.program(path))
        default: break
        }
    }

    /// A program that is not here is kept by its path: scripts of macOS name programs of macOS.
    static func program(_ path: String) throws -> SecTrustedApplication {
        var program: SecTrustedApplication?
        if SecTrustedApplicationCreateFromPath(path, &program) == errSecSuccess, let program { return program }
        guard SecTrustedApplicationCreateFromPath(nil, &program) == errSecSuccess, let program,
            SecTrustedApplicationSetData(program, Data(path.utf8) as CFData) == errSecSuccess
        else { throw UsageError("a program is named by its absolute path") }
        return program
    }

    /// Returns the lists of new items; nil if neither option was given.
    ///
    /// - Parameter name: the name of the items, for people.
    /// - Throws: the status of `SecAccessCreate`.
    func access(name: String) throws -> SecAccess? {
        guard isForAny || programs != nil else { return nil }
        return try Self.access(name: name, for: isForAny ? .some(nil) : programs as NSArray?)
    }

    /// Returns the lists that macOS gives an item.
    ///
    /// - Parameter programs: those that may use it; nil inside for all programs, nil for this one.
    static func access(name: String, for programs: NSArray??) throws -> SecAccess {
        var access: SecAccess?
        let trusted = programs.map { $0 ?? NSArray() }
        let status = SecAccessCreate(name as NSString, trusted, &access)
        guard status == errSecSuccess, let access else { throw Ending.failed("SecAccessCreate", status) }
        guard case .some(.none) = programs else { return access }
        for list in SecAccessCopyMatchingACLList(access, kSecACLAuthorizationDecrypt) ?? NSArray() {
            guard let list = list as? SecACL else { continue }
            _ = SecACLSetContents(list, nil, name as NSString, [])
        }
        return access
    }
}
