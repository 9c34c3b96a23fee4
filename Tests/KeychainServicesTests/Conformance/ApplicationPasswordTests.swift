import AuthenticationTesting
import Foundation
import KeyManagement
import KeychainServices
import Testing

/// Passwords of a program's own, which enter the keys of its items (keychain-services 4.4, 4.5.4; case I7).
@Suite struct ApplicationPasswordTests {
    private static let shapes: [ItemParts] = [[], .attributes, .data, [.attributes, .data]]
    private static let item = Query(.genericPassword, [.account: "a"])

    private func makeKeychain(
        _ transport: Transport, _ flags: AccessControl.Flags = .applicationPassword, isAttended: Bool = false
    ) throws -> AttendedKeychain {
        let attended = try AttendedKeychain(transport, isAttended: isAttended)
        try attended.add("a", flags, .whenUnlocked, attended.context(applicationPassword: "right"))
        return attended
    }

    @Test(arguments: Transport.allCases) func theRightOneOpens(transport: Transport) throws {
        let attended = try makeKeychain(transport)
        #expect(try attended.read("a", attended.context(applicationPassword: "right")) == "a")
        let silent = try attended.context(applicationPassword: "right")
        #expect(try attended.read("a", silent, interaction: .fail) == "a")
        #expect(attended.asked == 0)
    }

    @Test(arguments: Transport.allCases, ["wrong", "", "Right", "right "])
    func aWrongOneIsAFailure(transport: Transport, password: String) throws {
        let attended = try makeKeychain(transport)
        let context = try attended.context(applicationPassword: password)
        for parts in Self.shapes {
            #expect(throws: failure(.authenticationFailed)) { try attended.items(Self.item, parts, context) }
        }
        #expect(throws: failure(.authenticationFailed)) {
            try attended.update("a", Changes(data: .replace(Data())), context)
        }
        // It can be put right.
        try context.setApplicationPassword(secret("right"))
        #expect(try attended.read("a", context) == "a")
        try context.setApplicationPassword(nil)
        #expect(throws: failure(.authenticationFailed)) { try attended.read("a", context) }
        #expect(try attended.keychain.values("number", from: "quarantine").isEmpty)
    }

    /// Attributes are inaccessible as well; if a prompt is possible but not allowed, the error says so.
    @Test(arguments: Transport.allCases, shapes)
    func attributesRequireThePasswordToo(transport: Transport, parts: ItemParts) throws {
        let attended = try makeKeychain(transport)
        #expect(throws: failure(.authenticationFailed)) { try attended.items(Self.item, parts) }
        #expect(throws: failure(.interactionNotAllowed)) { try attended.items(Self.item, parts, nil, .fail) }
        #expect(try attended.items(Self.item, parts, nil, .skip).isEmpty)
    }

    @Test(arguments: Transport.allCases) func aPersonMayTypeIt(transport: Transport) throws {
        let attended = try AttendedKeychain(transport)
        try attended.add("a", .applicationPassword)
        #expect(attended.person.answered == [.applicationPassword(isNew: true)])
        #expect(try attended.read("a") == "a")
        #expect(attended.person.answered.last == .applicationPassword(isNew: false))
        // What was typed is good for the context, and is the same as what a program supplies.
        let context = try attended.context()
        for _ in 0..<2 { #expect(try attended.read("a", context) == "a") }
        #expect(attended.asked == 3)
        #expect(try attended.read("a", attended.context(applicationPassword: "of the item")) == "a")
        attended.person.habits.applicationPassword = .type("another")
        #expect(throws: failure(.authenticationFailed)) { try attended.read("a") }
        attended.person.habits.applicationPassword = .cancel
        #expect(throws: failure(.userCanceled)) { try attended.read("a") }
        #expect(throws: failure(.userCanceled)) { try attended.add("b", .applicationPassword) }
        #expect(try attended.keychain.accounts([.account: "b"]) == [])
    }

    /// I7.
    @Test(arguments: Transport.allCases) func aPlainAccessControlTakesItAway(transport: Transport) throws {
        let attended = try makeKeychain(transport)
        let plain = Changes([.accessControl: try accessControl(.whenUnlocked)])
        #expect(throws: failure(.authenticationFailed)) { try attended.update("a", plain) }
        #expect(try attended.update("a", plain, attended.context(applicationPassword: "right")) == 1)
        #expect(try attended.read("a") == "a")
        #expect(try attended.keychain.secrets(ofAccount: "a") == ["a"])
    }

    @Test(arguments: Transport.allCases) func anUpdateKeepsIt(transport: Transport) throws {
        let attended = try makeKeychain(transport)
        let context = try attended.context(applicationPassword: "right")
        let changes = Changes([.label: "l"], data: .replace(Data("new".utf8)))
        #expect(try attended.update("a", changes, context) == 1)
        #expect(try attended.read("a", attended.context(applicationPassword: "right")) == "new")
        #expect(throws: failure(.authenticationFailed)) {
            try attended.read("a", attended.context(applicationPassword: "wrong"))
        }
    }

    /// 4.5.4.
    @Test(arguments: Transport.allCases) func withUserPresenceBothAreNeeded(transport: Transport) throws {
        let attended = try makeKeychain(transport, [.userPresence, .applicationPassword], isAttended: true)
        attended.reader.add(.matches, .matches, .mismatches, .mismatches, .mismatches)
        #expect(try attended.read("a", attended.context(applicationPassword: "right")) == "a")
        #expect(attended.reader.looks == 1 && attended.person.answered.isEmpty)
        #expect(throws: failure(.authenticationFailed)) {
            try attended.read("a", attended.context(applicationPassword: "wrong"))
        }
        #expect(attended.reader.looks == 2)
        attended.person.habits.passcode = .cancel
        #expect(throws: failure(.userCanceled)) {
            try attended.read("a", attended.context(applicationPassword: "right"))
        }
        #expect(throws: failure(.interactionNotAllowed)) {
            try attended.read("a", attended.context(applicationPassword: "right"), interaction: .fail)
        }
    }

    @Test(arguments: Transport.allCases) func itemsMayHaveDifferentOnes(transport: Transport) throws {
        let attended = try makeKeychain(transport)
        try attended.add("b", .applicationPassword, .whenUnlocked, attended.context(applicationPassword: "other"))
        #expect(try attended.read("b", attended.context(applicationPassword: "other")) == "b")
        #expect(throws: failure(.authenticationFailed)) {
            try attended.read("b", attended.context(applicationPassword: "right"))
        }
    }

    @Test func aPasswordHasALimit() throws {
        let context = AuthenticationContext()
        try context.setApplicationPassword(secret(String(repeating: "a", count: 4096)))
        #expect(throws: failure(.parameter)) {
            try context.setApplicationPassword(secret(String(repeating: "a", count: 4097)))
        }
    }

    @Test(arguments: Transport.allCases) func severalAreStoredAtOnce(transport: Transport) throws {
        let attended = try AttendedKeychain(transport, isAttended: false)
        let control = try AccessControl(protection: .whenUnlocked, flags: .applicationPassword)
        let items = ["a", "b"].map { genericPassword($0, [.accessControl: .accessControl(control)], data: $0) }
        let context = try attended.context(applicationPassword: "right")
        try attended.keychain.keychain.add(contentsOf: items, with: Authentication(context))
        #expect(try attended.items(Query(.genericPassword), .data, context).count == 2)
        #expect(throws: KeychainError.self) { try attended.keychain.add(contentsOf: items) }
    }
}
