import AuthenticationTesting
import Foundation
import GRDB
import KeyManagement
import Secrets
import Testing

@testable import KeychainServices

/// The factors in the key of an item's secret: code that has every class key and skips all prompts opens nothing without them.
@Suite struct FactorTests {
    private typealias Flags = AccessControl.Flags
    private static let flags: [Flags] = [
        .devicePasscode, .applicationPassword, [.devicePasscode, .applicationPassword],
        [.biometryAny, .devicePasscode], [.userPresence, .applicationPassword],
    ]

    private func makeKeychain(_ transport: Transport, _ flags: Flags) throws -> AttendedKeychain {
        let attended = try AttendedKeychain(transport)
        try attended.add("a", flags, .whenUnlocked, attended.context(applicationPassword: "right"))
        return attended
    }

    /// A context in which this has been shown.
    private func context(
        _ attended: AttendedKeychain, passcode: Bool = false, password: String? = nil, biometry: Bool = false
    ) throws -> AuthenticationContext {
        struct Always: Authenticator {
            var proof: AuthenticationProof
            func biometry() -> Biometry { .notEnrolled }
            func authenticate(_: AuthenticationRequest) -> AuthenticationProof { proof }
        }
        var proof = AuthenticationProof()
        let local = try #require(attended.keychain.served.service() as? LocalKeychain)
        if passcode {
            proof.hasShownPasscode = true
            proof.openingKeys = try local.prove(secret("1234"))
        }
        if biometry { proof.biometry = ScriptedReader.enrolled }
        let context = AuthenticationContext(authenticator: Always(proof: proof))
        if let password { try context.setApplicationPassword(secret(password)) }
        try context.show(AuthenticationRequirement([.passcode, .biometry], isOneEnough: true), passcode: local)
        return context
    }

    /// What the sealer makes of the only item, whatever the rules for calls are.
    private func open(_ attended: AttendedKeychain, _ context: AuthenticationContext?) throws -> Data? {
        var found: Data?
        try attended.keychain.store.read { session in
            _ = try ItemTable(db: session.db).rows(of: .genericPassword) { row in
                found = try session.sealer.secrets(of: row, with: context)[.data]?.data
                return true
            }
        }
        return found
    }

    @Test(arguments: Transport.allCases, flags)
    func allFactorsAreRequired(transport: Transport, flags: AccessControl.Flags) throws {
        let attended = try makeKeychain(transport, flags)
        let (takesPasscode, takesPassword) = (flags.contains(.devicePasscode), flags.contains(.applicationPassword))
        #expect(throws: failure(.authenticationFailed)) { try open(attended, nil) }
        for (passcode, password) in [
            (false, nil), (true, nil), (false, "right"), (true, "right"), (true, "wrong"),
        ] as [(Bool, String?)] {
            let context = try context(attended, passcode: passcode, password: password, biometry: !passcode)
            let isEnough = (passcode || !takesPasscode) && (password == "right" || !takesPassword)
            if isEnough {
                #expect(try open(attended, context) == Data("a".utf8))
            } else {
                #expect(throws: failure(.authenticationFailed)) { try open(attended, context) }
            }
        }
    }

    /// Where a finger does as well as the passcode, nothing but the agent's word can keep the item.
    @Test(
        arguments: Transport.allCases, [.userPresence, .biometryAny, [.biometryAny, .or, .devicePasscode]] as [Flags])
    func itemsForAFingerHaveNoFactor(transport: Transport, flags: AccessControl.Flags) throws {
        let attended = try makeKeychain(transport, flags)
        #expect(try open(attended, nil) == Data("a".utf8))
    }

    /// If PAM or polkit has confirmed a passcode, the keychain's own is requested before such an item is read.
    @Test func confirmationByPAMOrPolkitStillRequiresThePasscode() throws {
        struct AnotherOrThePasscode: Authenticator {
            let passcode: String
            func biometry() -> Biometry { .notEnrolled }
            func authenticate(_ request: AuthenticationRequest) throws(AuthenticationError) -> AuthenticationProof {
                var proof = AuthenticationProof()
                proof.hasShownPasscode = true
                guard request.requirement.needsKeychainPasscode else { return proof }
                do throws(KeychainError) { proof.openingKeys = try request.passcode.prove(secret(passcode)) } catch {
                    throw AuthenticationError(error)
                }
                return proof
            }
        }
        let attended = try makeKeychain(.memory, .devicePasscode)
        let context = AuthenticationContext(authenticator: AnotherOrThePasscode(passcode: AttendedKeychain.passcode))
        let local = try #require(attended.keychain.served.service() as? LocalKeychain)
        try context.show(AuthenticationRequirement(.passcode), passcode: local)
        let found = try local.items(
            matching: Query(.genericPassword), reading: .data, with: Authentication(context))
        #expect(found.count == 1)
    }

    /// An authenticator's claim to have seen the passcode does not replace it.
    @Test(arguments: Transport.allCases) func claimedPasscodeDoesNotReplaceThePasscode(transport: Transport) throws {
        let attended = try makeKeychain(transport, .devicePasscode)
        struct Liar: Authenticator {
            func biometry() -> Biometry { .notEnrolled }
            func authenticate(_: AuthenticationRequest) -> AuthenticationProof {
                var proof = AuthenticationProof()
                proof.hasShownPasscode = true
                return proof
            }
        }
        let context = AuthenticationContext(authenticator: Liar())
        let local = try #require(attended.keychain.served.service() as? LocalKeychain)
        try context.show(AuthenticationRequirement(.passcode), passcode: local)
        #expect(throws: failure(.authenticationFailed)) { try open(attended, context) }
    }

    @Test(arguments: Transport.allCases) func factorsOfAnotherItemDoNotOpenAnItem(transport: Transport) throws {
        let attended = try makeKeychain(transport, [.devicePasscode, .applicationPassword])
        try attended.add(
            "b", [.devicePasscode, .applicationPassword], .whenUnlocked, attended.context(applicationPassword: "right"))
        // Of the second item what comes behind its wrapped key (60 bytes) goes to the first one.
        try attended.keychain.execute(
            """
            UPDATE item SET key = CAST(substr(key, 1, 60) || (SELECT substr(key, 61) FROM item ORDER BY number DESC LIMIT 1) \
            AS BLOB) WHERE number = (SELECT min(number) FROM item)
            """)
        let context = try attended.context(applicationPassword: "right")
        #expect(throws: failure(.authenticationFailed)) { try attended.read("a", context) }
        #expect(try attended.read("b", context) == "b")
    }

    /// Every bit of what is stored of the factors, one after another: nothing opens, nothing crashes.
    @Test(arguments: Transport.allCases) func noBitOfTheFactorsMayChange(transport: Transport) throws {
        let attended = try makeKeychain(transport, [.devicePasscode, .applicationPassword])
        let context = try context(attended, passcode: true, password: "right")
        #expect(try open(attended, context) == Data("a".utf8))
        let stored = try key(of: attended)
        for index in 60..<stored.count {
            for bit in [0, 7] as [UInt8] {
                var changed = stored
                changed[index] ^= 1 << bit
                #expect(throws: (any Error).self, "byte \(index), bit \(bit)") {
                    try open(attended, context, with: changed)
                }
            }
        }
    }

    @Test(arguments: Transport.allCases) func noByteOfTheFactorsMayBeMissingOrAdded(transport: Transport) throws {
        let attended = try makeKeychain(transport, [.devicePasscode, .applicationPassword])
        let context = try context(attended, passcode: true, password: "right")
        let stored = try key(of: attended)
        for count in 0..<stored.count {
            #expect(throws: (any Error).self, "\(count) bytes") {
                try open(attended, context, with: Array(stored.prefix(count)))
            }
        }
        #expect(throws: failure(.decode)) { try open(attended, context, with: stored + [0]) }
    }

    private func key(of attended: AttendedKeychain) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try attended.keychain.store.read { session in
            _ = try ItemTable(db: session.db).rows(of: .genericPassword) { row in
                bytes = Array(row.wrappedKey)
                return true
            }
        }
        return bytes
    }

    /// As ``open(_:_:)``, with something else in the place of the wrapped key and the factors.
    private func open(
        _ attended: AttendedKeychain, _ context: AuthenticationContext, with key: [UInt8]
    ) throws -> Data? {
        struct Back: Error {}
        var found: Result<Data?, any Error> = .success(nil)
        do {
            // Nothing of it stays.
            try attended.keychain.store.write { session in
                try session.db.execute(sql: "UPDATE item SET key = ?", arguments: [Data(key)])
                found = Result {
                    var data: Data?
                    _ = try ItemTable(db: session.db).rows(of: .genericPassword) { row in
                        data = try session.sealer.secrets(of: row, with: context)[.data]?.data
                        return true
                    }
                    return data
                }
                throw Back()
            }
        } catch {}
        return try found.get()
    }
}
