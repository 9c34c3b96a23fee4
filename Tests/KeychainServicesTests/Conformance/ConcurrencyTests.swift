import Foundation
import Testing

@testable import KeychainServices

/// A keychain is used by several threads at once.
@Suite struct ConcurrencyTests {
    @Test(arguments: Transport.allCases)
    func oneOfManyIdenticalAdditionsSucceeds(transport: Transport) async throws {
        let subject = try transport.makeKeychain()
        let keychain = try subject.keychain
        let codes = await withTaskGroup(of: KeychainError.Code?.self) { group in
            for index in 0..<16 {
                group.addTask {
                    do {
                        try keychain.add(genericPassword("me", data: "\(index)"))
                        return nil
                    } catch { return (error as? KeychainError)?.code }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.count { $0 == nil } == 1)
        #expect(codes.count { $0 == .duplicateItem } == 15)
        #expect(try subject.accounts() == ["me"])
    }

    @Test(arguments: Transport.allCases)
    func everyAdditionAndChangeIsKept(transport: Transport) async throws {
        let subject = try transport.makeKeychain()
        let keychain = try subject.keychain
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<8 {
                group.addTask {
                    for turn in 0..<10 {
                        let account = "\(index)-\(turn)"
                        try keychain.add(genericPassword(account))
                        try keychain.update(
                            Query(.genericPassword, [.account: .string(account)]), with: Changes([.label: "l"]))
                        guard
                            try keychain.items(matching: Query(.genericPassword, [.account: .string(account)])).count
                                == 1
                        else { throw failure(.itemNotFound) }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try subject.accounts([.label: "l"]).count == 80)
    }

    /// An operation that meets a lock on its way says so, and never that nothing is there.
    @Test(arguments: Transport.allCases)
    func lockingNeverLooksLikeAbsence(transport: Transport) async throws {
        let subject = try transport.makeKeychain()
        try subject.setPasscode("1234")
        try subject.add(genericPassword("me"))
        let keychain = try subject.keychain
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for _ in 0..<20 {
                    try keychain.lock()
                    try keychain.unlock(passcode: secret("1234"))
                }
            }
            for _ in 0..<2 {
                group.addTask {
                    for _ in 0..<200 {
                        do {
                            let count = try keychain.items(matching: Query(.genericPassword), reading: .data).count
                            guard count == 1 else { throw failure(.itemNotFound) }
                        } catch let error as KeychainError where error.code == .interactionNotAllowed {}
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try subject.values("number", from: "quarantine") == [])
    }
}
