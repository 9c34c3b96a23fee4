import KeychainTesting
import Security
import Synchronization
import Testing

/// keychain-services 7.3 and 7.4, without a password manager; with one: the agent's tests, and the sheets'.
@Suite struct SharedCredentialTests {
    private struct Answer: Sendable {
        let count: Int?
        let code: Int?
        let domain: String?
        let failure: OSStatus?
    }

    private static func add(_ domain: String, _ account: String, _ password: String?) async throws -> Answer {
        try await withTemporaryKeychain { _ in
            await withCheckedContinuation { continuation in
                SecAddSharedWebCredential(domain as CFString, account as CFString, password as CFString?) { error in
                    continuation.resume(
                        returning: Answer(
                            count: nil, code: error?.code, domain: error?.domain, failure: SecFailure.last?.status))
                }
            }
        }
    }

    private static func request(_ domain: String?, _ account: String?) async throws -> Answer {
        try await withTemporaryKeychain { _ in
            await withCheckedContinuation { continuation in
                SecRequestSharedWebCredential(domain as CFString?, account as CFString?) { logins, error in
                    continuation.resume(
                        returning: Answer(
                            count: logins?.count, code: error?.code, domain: error?.domain,
                            failure: SecFailure.last?.status))
                }
            }
        }
    }

    @Test func emptyTextsAreWrong() async throws {
        for (domain, account, password) in [
            ("", "maria", "XQZ7"), ("bank.example", "", "XQZ7"), ("bank.example", "maria", ""),
        ] {
            let answer = try await Self.add(domain, account, password)
            #expect(answer.code == Int(errSecParam) && answer.failure == errSecParam)
        }
        for (domain, account) in [("", nil), (nil, ""), ("bank.example", "")] {
            let answer = try await Self.request(domain, account)
            #expect(answer.code == Int(errSecParam) && answer.count == 0)
        }
    }

    /// Case K7, and everything else, as on a device whose AutoFill is switched off.
    @Test func withoutAPasswordManagerEveryRequestIsRefused() async throws {
        for domain in ["bank.example", nil, "not the program’s"] {
            let answer = try await Self.request(domain, nil)
            #expect(answer.code == Int(errSecBadReq) && answer.domain == NSOSStatusErrorDomain && answer.count == 0)
            #expect(answer.failure == errSecBadReq)
        }
        #expect(try await Self.add("bank.example", "maria", "XQZ7").code == Int(errSecBadReq))
        #expect(try await Self.add("bank.example", "maria", nil).code == Int(errSecBadReq))
    }

    /// A handler that takes a lock which the caller has: the function must return before the handler is waited for.
    @Test func theHandlerRunsOnceAndNotOnTheCallersStack() async throws {
        let calls = Mutex(0)
        try await withTemporaryKeychain { _ in
            await withCheckedContinuation { continuation in
                calls.withLock { _ in
                    SecRequestSharedWebCredential("" as CFString, nil) { _, _ in
                        calls.withLock { $0 += 1 }
                        continuation.resume()
                    }
                }
            }
        }
        // A second call would resume a continuation twice, which ends the process.
        #expect(calls.withLock { $0 } == 1)
    }
}
