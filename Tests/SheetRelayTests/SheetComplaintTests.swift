import KeychainServices
import Testing

@testable import SheetRelay

/// What a program that shows sheets says about one that failed.
@Suite struct SheetComplaintTests {
    @Test func errorsOfTheAgentAreSaid() {
        for code in [KeychainError.Code.notAvailable, .missingEntitlement, .parameter, .allocate] {
            let said = SheetScreen.complaint(about: KeychainError(code, "the agent has ended"))
            #expect(said?.contains("the agent has ended") == true)
        }
    }

    /// Several programs show sheets, and programs give up: that is no error.
    @Test func aSheetThatAnotherProgramShowsIsNoError() {
        #expect(SheetScreen.complaint(about: KeychainError(.itemNotFound, "there is no such sheet")) == nil)
    }
}
