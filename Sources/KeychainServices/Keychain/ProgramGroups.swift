import Foundation
import Glibc
import LinuxSupport

extension AccessGroups {
    /// Returns the groups of the running program. Used both without an agent and by the agent.
    ///
    /// They come from an entitlements list in Apple's format, `$CHATELAINE_ENTITLEMENTS` if set, else `EXECUTABLE.entitlements` next to
    /// the executable. Without a list, the only group has the name of the `CFBundleIdentifier` in an `Info.plist` next to the executable,
    /// or, without that, of the executable itself.
    ///
    /// - Throws: `.missingEntitlement` if there is a list that cannot be read.
    public static func ofThisProgram() throws(KeychainError) -> AccessGroups {
        var named: String?
        if let path = getenv("CHATELAINE_ENTITLEMENTS") { named = try text(path, of: "CHATELAINE_ENTITLEMENTS") }
        return try of(executable: executablePath(), entitlements: named)
    }

    /// Returns the groups of a program.
    ///
    /// - Parameters:
    ///   - executable: the absolute path of its executable.
    ///   - entitlements: the path of its entitlements list, or nil for the one next to the executable.
    /// - Throws: as ``ofThisProgram()``.
    public static func of(executable: String, entitlements: String?) throws(KeychainError) -> AccessGroups {
        let path = entitlements ?? listPath(of: executable)
        if let list = try contents(of: path, required: entitlements != nil) {
            return try AccessGroups(entitlements: list, path: path)
        }
        let directory = executable.prefix(upTo: executable.lastIndex(of: "/") ?? executable.startIndex)
        return of(executable: executable, information: try? contents(of: directory + "/Info.plist", required: false))
    }

    /// Returns the groups of a program by the contents of its entitlements list.
    ///
    /// - Parameters:
    ///   - executable: the absolute path of its executable.
    ///   - list: the contents of the list next to it.
    /// - Throws: as ``ofThisProgram()``.
    package static func of(executable: String, list: Data) throws(KeychainError) -> AccessGroups {
        try AccessGroups(entitlements: list, path: listPath(of: executable))
    }

    /// Returns the group of a program that has no entitlements list.
    ///
    /// - Parameters:
    ///   - executable: the absolute path of its executable.
    ///   - information: the contents of the `Info.plist` next to it, or nil if there is none.
    package static func of(executable: String, information: Data?) -> AccessGroups {
        if let information, case .text(let identifier)? = propertyList(information)?["CFBundleIdentifier"],
            !identifier.isEmpty
        {
            return AccessGroups([identifier])
        }
        let name = executable.split(separator: "/").last.map(String.init) ?? executable
        return AccessGroups([name])
    }

    /// Returns the error for a list next to an executable that cannot be read.
    package static func unreadableList(of executable: String, _ why: String) -> KeychainError {
        unreadable(listPath(of: executable), why)
    }

    static func listPath(of executable: String) -> String { executable + ".entitlements" }

    /// Reads a system-wide entitlements list, which names its program itself (Docs/agent.md, "Lists of the system's").
    ///
    /// - Parameters:
    ///   - data: the list.
    ///   - path: its path, for error messages.
    /// - Throws: `.missingEntitlement` if it is not a list, or names no program.
    package static func ofSystemList(
        _ data: Data, path: String
    ) throws(KeychainError) -> (executable: String, groups: AccessGroups, isSecured: Bool) {
        let list = propertyList(data)
        guard case .text(let executable)? = list?[executableKey] else {
            throw unreadable(path, "it is not a property list with the text “\(executableKey)”")
        }
        return (executable, try AccessGroups(entitlements: data, path: path), try isSecured(list, path))
    }

    /// Returns whether a program's entitlements list asks for its groups to be for secured programs only.
    ///
    /// - Parameters:
    ///   - executable: the absolute path of its executable.
    ///   - list: the contents of the list next to it.
    /// - Throws: `.missingEntitlement` if the entry has the wrong type.
    package static func areSecured(of executable: String, list: Data) throws(KeychainError) -> Bool {
        try isSecured(propertyList(list), listPath(of: executable))
    }

    private static func isSecured(_ list: [String: Entry]?, _ path: String) throws(KeychainError) -> Bool {
        switch list?[securedKey] {
        case nil: return false
        case .flag(let flag): return flag
        default: throw unreadable(path, "“\(securedKey)” is neither true nor false")
        }
    }

    /// The key for the path of the executable that a system-wide list is for.
    private static let executableKey = "io.github.chatelaine.executable"
    /// The key that reserves the groups of a list for secured programs.
    private static let securedKey = "io.github.chatelaine.secured"

    /// Returns the path of the running executable, without the suffix that the kernel adds after it has been replaced.
    private static func executablePath() throws(KeychainError) -> String {
        // One byte remains zero.
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink("/proc/self/exe", &buffer, Int(PATH_MAX))
        let path = count > 0 ? try text(buffer, of: "the program") : CommandLine.arguments.first ?? ""
        return path.hasSuffix(" (deleted)") ? String(path.dropLast(10)) : path
    }

    /// Returns a path as text. With replacement characters, two programs would have one name, and the same items.
    private static func text(_ path: UnsafePointer<CChar>, of what: String) throws(KeychainError) -> String {
        guard let text = String(validatingCString: path) else {
            throw KeychainError(
                .missingEntitlement, "the path of \(what) is not UTF-8",
                remedy: "rename the files and directories in it")
        }
        return text
    }

    /// The maximum size: lists are small, and a larger file is not a list.
    private static let mostBytes = 1 << 20

    private static func contents(of path: String, required: Bool) throws(KeychainError) -> Data? {
        guard access(path, F_OK) == 0 || required else { return nil }
        guard let contents = try Descriptor.contents(ofNamed: path, limit: mostBytes + 1) else {
            throw unreadable(path, "it does not exist")
        }
        guard contents.count <= mostBytes else { throw unreadable(path, "it is larger than 1 MiB") }
        return contents.withUnsafeBytes { Data($0) }
    }

    /// Decodes a property list. It uses Foundation's decoder instead of `PropertyListSerialization`, because bridging the latter's result
    /// for a damaged binary list stops the process.
    static func propertyList(_ data: Data) -> [String: Entry]? {
        try? PropertyListDecoder().decode([String: Entry].self, from: data)
    }

    /// A value of a property list, as far as it matters here.
    enum Entry: Decodable {
        case text(String)
        case texts([String])
        case flag(Bool)
        case other

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .text(text)
            } else if let flag = try? container.decode(Bool.self) {
                self = .flag(flag)
            } else {
                self = (try? container.decode([String].self)).map(Entry.texts) ?? .other
            }
        }
    }

    static func unreadable(_ path: String, _ why: String) -> KeychainError {
        KeychainError(
            .missingEntitlement, "the entitlements list “\(path)” cannot be read: \(why)",
            remedy: "correct or remove the file")
    }

    /// Reads the groups in an entitlements list, in the order that decides the group of new items (keychain-services 3.10).
    ///
    /// - Throws: `.missingEntitlement` if it is not a property list, or an entry has the wrong type.
    init(entitlements data: Data, path: String) throws(KeychainError) {
        guard let list = Self.propertyList(data) else { throw Self.unreadable(path, "it is not a property list") }
        var names: [String] = []
        for key in [
            "keychain-access-groups", "com.apple.developer.associated-application-identifier", "application-identifier",
            "com.apple.application-identifier", "com.apple.security.application-groups",
        ] {
            switch list[key] {
            case nil: continue
            case .text(let name): names.append(name)
            case .texts(let several): names += several
            case .flag, .other: throw Self.unreadable(path, "“\(key)” is neither text nor a list of texts")
            }
        }
        self.init(names.filter { !$0.isEmpty })
    }
}
