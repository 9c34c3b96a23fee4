import Testing

@testable import KeychainServices

/// Where the keychain under test lives. Every test of this suite runs over all of them: a new way to reach a keychain is a
/// new case here and in ``KeychainUnderTest``.
enum Transport: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case file, memory, agent

    var testDescription: String { rawValue }

    /// A new, empty keychain without a passcode.
    func makeKeychain(groups: [String] = [KeychainUnderTest.group]) throws -> KeychainUnderTest {
        try KeychainUnderTest(self, groups: groups)
    }
}
