import LinuxSupport
import Testing

@testable import KeychainServices

@Suite struct KeychainRootTests {
    private func path(_ environment: [String: String]) throws -> String {
        try KeychainRoot(UserDirectories { environment[$0] }).path
    }

    @Test func theMostSpecialVariableCounts() throws {
        #expect(try path(["CHATELAINE_HOME": "/c", "XDG_DATA_HOME": "/x", "HOME": "/h"]) == "/c/data")
        #expect(try path(["CHATELAINE_HOME": "", "XDG_DATA_HOME": "/x", "HOME": "/h"]) == "/x/chatelaine")
        #expect(try path(["XDG_DATA_HOME": "relative", "HOME": "/h"]) == "/h/.local/share/chatelaine")
    }

    /// Ignored, it would lead a test or a script to the user's own keychain.
    @Test func aRelativeHomeOfItsOwnIsAnError() {
        #expect(throws: KeychainError(.notAvailable, "")) { try path(["CHATELAINE_HOME": "relative", "HOME": "/h"]) }
    }

    @Test func withoutAHomeThereIsNoKeychain() {
        #expect(throws: KeychainError(.notAvailable, "")) { try path([:]) }
        #expect(throws: KeychainError(.notAvailable, "")) { try path(["HOME": "relative"]) }
    }
}
