import Foundation
import KeychainServices
import KeychainTesting
import Security
import Testing

@Suite struct FailureTests {
    @Test func theLastFailureHasItsReason() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add() == errSecSuccess)
            #expect(Items.add() == errSecDuplicateItem)
            let failure = try #require(SecFailure.last)
            #expect(failure.status == errSecDuplicateItem)
            #expect(failure.reason == "an item with the same primary key exists")
            #expect(failure.remedy == "update it instead")
            #expect(failure.localizedDescription == failure.reason)
            #expect("\(failure)" == "an item with the same primary key exists; update it instead (-25299)")
            #expect(Items.status() == errSecSuccess)
            #expect(SecFailure.last?.status == errSecDuplicateItem)
            #expect(Items.status([kSecAttrAccount: "nobody"]) == errSecItemNotFound)
            #expect(SecFailure.last?.status == errSecItemNotFound)
            // Apple's sentence stays what it is.
            #expect(
                SecCopyErrorMessageString(errSecItemNotFound, nil) as String?
                    == "The specified item could not be found in the keychain.")
        }
    }

    @Test func eachThreadHasItsOwn() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.status() == errSecItemNotFound)
            let others = onAnotherThread { SecFailure.last?.status }
            #expect(others == nil)
            #expect(SecFailure.last?.status == errSecItemNotFound)
        }
    }

    private func onAnotherThread(_ body: @escaping @Sendable () -> OSStatus?) -> OSStatus? {
        let done = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var result: OSStatus?
        Thread.detachNewThread {
            result = body()
            done.signal()
        }
        done.wait()
        return result
    }

    @Test func anErrorOfTheTypedInterfaceDescribesItself() {
        let error: any Error = KeychainError(.notAvailable, "the disk is full", remedy: "free some space")
        #expect(error.localizedDescription == "the disk is full")
        #expect((error as? any LocalizedError)?.recoverySuggestion == "free some space")
    }
}
