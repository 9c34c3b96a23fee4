import Foundation
import KeychainServices
import Secrets
import Testing

/// Copies of a keychain's file, which another machine recovers.
@Suite struct CopyTests {
    private let made: TemporaryRoot
    private let keychain: Keychain
    private let recoveryKey: [UInt8]

    init() throws {
        made = try TemporaryRoot()
        keychain = try made.open()
        recoveryKey = try keychain.makeRecoveryKey().withUnsafeBytes { Array($0) }
    }

    private func add(_ numbers: Range<Int>) throws {
        for number in numbers {
            let name = "account \(number)"
            try keychain.add(NewItem(.genericPassword, [.account: .string(name)], data: Data(name.utf8)))
        }
    }

    /// Returns the file, in which everything is.
    private func contents() throws -> [UInt8] {
        keychain.close()
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: made.root.keychainPath(named: "default"))))
    }

    /// Returns a keychain with a file that another machine has recovered; `nil` if it was refused.
    private func recovered(_ file: [UInt8], acceptingDamage: Bool = false) throws -> (TemporaryRoot, Keychain)? {
        let other = try TemporaryRoot()
        try FileManager.default.createDirectory(
            atPath: other.root.path + "/keychains", withIntermediateDirectories: true)
        try Data(file).write(to: URL(fileURLWithPath: other.root.keychainPath(named: "default")))
        do throws(KeychainError) {
            try KeychainRecovery.recover(
                other.root, recoveryKey: SecretBytes(copying: recoveryKey), acceptingDamage: acceptingDamage)
        } catch {
            #expect(error.code == .notAvailable)
            return nil
        }
        return (other, try other.open())
    }

    /// Returns the names of the items of a file that another machine has recovered; `nil` if it was refused.
    private func names(in file: [UInt8]) throws -> Set<String>? {
        guard let (root, keychain) = try recovered(file) else { return nil }
        return try withExtendedLifetime(root) {
            let found = try keychain.items(matching: Query(.genericPassword), reading: [.attributes, .data])
            for item in found { #expect(item.attributes[.account]?.string.map { Data($0.utf8) } == item.data) }
            return Set(found.compactMap { $0.attributes[.account]?.string })
        }
    }

    /// A copy that was taken while the log was moved to the file has pages of two states.
    @Test func copyHasAStateThatTheFileHadOrIsRefused() throws {
        try add(0..<40)
        let first = try contents()
        try keychain.delete(Query(.genericPassword, [.account: .string("account 7")]))
        try add(40..<80)
        let second = try contents()
        let states = [try #require(try names(in: first)), try #require(try names(in: second))]
        #expect(states.map(\.count) == [40, 79])
        var refused = 0
        for cut in stride(from: 4096, to: second.count, by: 4096) {
            for (head, tail) in [(second, first), (first, second)] {
                let torn = Array(head.prefix(cut)) + tail.dropFirst(cut)
                guard torn != first, torn != second else { continue }
                guard let found = try names(in: torn) else {
                    refused += 1
                    continue
                }
                #expect(states.contains(found), "cut at \(cut)")
            }
        }
        #expect(refused > 0)
    }

    /// A file of which there is no other copy.
    @Test func whatIsLeftOfADamagedFileIsRecoveredOnRequest() throws {
        try add(0..<40)
        var file = try contents()
        // In the last page there are items, or their tags.
        let last = try #require(file.indices.last { file[$0] != 0 })
        file[last] ^= 1
        #expect(try recovered(file) == nil)
        let (root, keychain) = try #require(try recovered(file, acceptingDamage: true))
        let readable = (0..<40).filter { number in
            let name = "account \(number)"
            let found = try? keychain.items(
                matching: Query(.genericPassword, [.account: .string(name)]), reading: .data)
            return found?.first?.data == Data(name.utf8)
        }
        #expect(readable.count >= 38)
        withExtendedLifetime(root) {}
    }
}
