import Foundation
import Testing

@testable import KeychainServices

/// keychain-services 3.10 and 12, "access groups, default": which groups a program has, from files beside its executable.
@Suite struct EntitlementsTests {
    /// A directory with a program in it.
    private final class Program {
        private let temporary: TemporaryRoot
        let executable: String

        init(name: String = "tool") throws {
            temporary = try TemporaryRoot()
            executable = temporary.path + "/" + name
        }

        func path(_ name: String) -> String { temporary.path + "/" + name }

        @discardableResult
        func write(_ list: Any, to name: String, as format: PropertyListSerialization.PropertyListFormat = .xml) throws
            -> String
        {
            try write(PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0), to: name)
        }

        @discardableResult
        func write(_ contents: Data, to name: String) throws -> String {
            try contents.write(to: URL(fileURLWithPath: path(name)))
            return path(name)
        }

        func groups(entitlements: String? = nil) throws -> AccessGroups {
            try AccessGroups.of(executable: executable, entitlements: entitlements)
        }
    }

    private static let formats: [PropertyListSerialization.PropertyListFormat] = [.xml, .binary]

    @Test(arguments: formats)
    func listNextToTheExecutableIsRead(format: PropertyListSerialization.PropertyListFormat) throws {
        let program = try Program()
        try program.write(["keychain-access-groups": ["a", "b"]], to: "tool.entitlements", as: format)
        #expect(try program.groups().names == ["a", "b"])
    }

    @Test(arguments: formats)
    func theListThatIsNamedCountsInItsPlace(format: PropertyListSerialization.PropertyListFormat) throws {
        let program = try Program()
        try program.write(["keychain-access-groups": ["beside"]], to: "tool.entitlements")
        let named = try program.write(["keychain-access-groups": ["named"]], to: "other.plist", as: format)
        #expect(try program.groups(entitlements: named).names == ["named"])
    }

    @Test func groupsComeInTheSpecifiedOrderEachOnce() throws {
        let program = try Program()
        let list: [String: Any] = [
            "com.apple.security.application-groups": ["app-group", "keychain-group"],
            "application-identifier": "identifier",
            "com.apple.developer.associated-application-identifier": ["associated"],
            "keychain-access-groups": ["keychain-group", "identifier"],
        ]
        try program.write(list, to: "tool.entitlements")
        #expect(try program.groups().names == ["keychain-group", "identifier", "associated", "app-group"])
        #expect(try program.groups().defaultGroup == "keychain-group")
    }

    @Test(arguments: ["application-identifier", "com.apple.application-identifier"])
    func anApplicationIdentifierIsAGroup(key: String) throws {
        let program = try Program()
        try program.write([key: "TEAM.com.example"], to: "tool.entitlements")
        #expect(try program.groups().names == ["TEAM.com.example"])
    }

    @Test func aStarIsTheWildcard() throws {
        let program = try Program()
        try program.write(["keychain-access-groups": ["*", "own"]], to: "tool.entitlements")
        let groups = try program.groups()
        #expect(groups.isWildcard && groups.names == ["own"])
    }

    @Test func aListWithoutGroupsGivesNone() throws {
        let program = try Program()
        try program.write(["com.apple.security.app-sandbox": true], to: "tool.entitlements")
        let groups = try program.groups()
        #expect(groups.names.isEmpty && !groups.isWildcard && groups.defaultGroup == nil)
    }

    /// `$CHATELAINE_ENTITLEMENTS`, of a process of its own: the environment belongs to all tests.
    @Test func theEnvironmentNamesTheListOfTheRunningProgram() async throws {
        let program = try Program()
        let list = try program.write(["keychain-access-groups": ["a", "b"]], to: "named.plist")
        await #expect(processExitsWith: .success) { [list = list as String] in
            setenv("CHATELAINE_ENTITLEMENTS", list, 1)
            guard try AccessGroups.ofThisProgram().names == ["a", "b"] else { exit(2) }
            setenv("CHATELAINE_ENTITLEMENTS", list + ".missing", 1)
            do {
                _ = try AccessGroups.ofThisProgram()
                exit(3)
            } catch let error as KeychainError where error.code == .missingEntitlement {}
            // Bytes that are no text are not the path of another file.
            setenv("CHATELAINE_ENTITLEMENTS", [CChar(bitPattern: 0xff), 0], 1)
            do {
                _ = try AccessGroups.ofThisProgram()
                exit(5)
            } catch let error as KeychainError where error.reason.contains("UTF-8") {}
            unsetenv("CHATELAINE_ENTITLEMENTS")
            guard try !AccessGroups.ofThisProgram().names.isEmpty else { exit(4) }
        }
        withExtendedLifetime(program) {}
    }

    // MARK: - Lists that cannot be read

    @Test(arguments: ["", "not a list", "<plist>", "bplist00", "{ keychain-access-groups = ("])
    func aMalformedListIsAnErrorAndNoDefault(text: String) throws {
        let program = try Program()
        try program.write(Data(text.utf8), to: "tool.entitlements")
        #expect(throws: failure(.missingEntitlement)) { try program.groups() }
    }

    @Test func aListThatIsNoDictionaryIsAnError() throws {
        let program = try Program()
        try program.write(["a", "b"], to: "tool.entitlements")
        #expect(throws: failure(.missingEntitlement)) { try program.groups() }
    }

    @Test(arguments: formats)
    func groupsOfAnotherTypeAreAnError(format: PropertyListSerialization.PropertyListFormat) throws {
        let program = try Program()
        try program.write(["keychain-access-groups": 5], to: "tool.entitlements", as: format)
        #expect(throws: failure(.missingEntitlement)) { try program.groups() }
        try program.write(["keychain-access-groups": ["a", 5] as [Any]], to: "tool.entitlements", as: format)
        #expect(throws: failure(.missingEntitlement)) { try program.groups() }
    }

    @Test func aListOfMoreThanAMebibyteIsAnError() throws {
        let program = try Program()
        let list = try PropertyListSerialization.data(
            fromPropertyList: ["keychain-access-groups": ["a"]], format: .xml, options: 0)
        try program.write(list + Data(repeating: 0x20, count: (1 << 20) - list.count), to: "tool.entitlements")
        #expect(try program.groups().names == ["a"])
        try program.write(list + Data(repeating: 0x20, count: (1 << 20) - list.count + 1), to: "tool.entitlements")
        #expect(throws: failure(.missingEntitlement)) { try program.groups() }
    }

    @Test func aNamedListThatIsMissingIsAnError() throws {
        let program = try Program()
        #expect(throws: failure(.missingEntitlement)) { try program.groups(entitlements: program.path("missing")) }
    }

    @Test func aDirectoryIsNoList() throws {
        let program = try Program()
        try FileManager.default.createDirectory(
            atPath: program.path("tool.entitlements"), withIntermediateDirectories: false)
        #expect(throws: KeychainError.self) { try program.groups() }
    }

    @Test func everyTruncationOfABinaryListIsAnErrorAndNoCrash() throws {
        let program = try Program()
        let list = try PropertyListSerialization.data(
            fromPropertyList: ["keychain-access-groups": ["a", "b"]], format: .binary, options: 0)
        for count in 0..<list.count {
            try program.write(list.prefix(count), to: "tool.entitlements")
            #expect(throws: failure(.missingEntitlement)) { try program.groups() }
        }
    }

    // MARK: - Without a list

    @Test(arguments: formats)
    func theBundleIdentifierIsTheGroupOfAProgramWithoutAList(format: PropertyListSerialization.PropertyListFormat)
        throws
    {
        let program = try Program()
        try program.write(["CFBundleIdentifier": "com.example.app"], to: "Info.plist", as: format)
        #expect(try program.groups().names == ["com.example.app"])
        try program.write(["keychain-access-groups": ["listed"]], to: "tool.entitlements")
        #expect(try program.groups().names == ["listed"])
    }

    @Test(arguments: ["tool", "mein Programm", "a.b"])
    func theFileNameIsTheGroupOfAProgramWithoutEither(name: String) throws {
        let program = try Program(name: name)
        #expect(try program.groups().names == [name])
        try program.write(["CFBundleName": "no identifier"], to: "Info.plist")
        #expect(try program.groups().names == [name])
        try program.write(["CFBundleIdentifier": ""], to: "Info.plist")
        #expect(try program.groups().names == [name])
    }
}
