import FoundationOnly
import XCTest

final class PasswordBoxTests: XCTestCase {
    private let passwords = PasswordBox(service: "kit-tests.example.com")

    override func tearDown() {
        try? passwords.remove("kim")
        super.tearDown()
    }

    func testPasswordsAreFoundAgain() throws {
        try passwords.add("1234", for: "kim")
        XCTAssertEqual(passwords["kim"], "1234")
        try passwords.change("kim", to: "5678")
        XCTAssertEqual(passwords["kim"], "5678")
    }

    func testSecondPasswordIsRefused() throws {
        try passwords.add("1234", for: "kim")
        XCTAssertThrowsError(try passwords.add("1234", for: "kim")) { error in
            XCTAssertEqual((error as? PasswordBox.Failure)?.status, errSecDuplicateItem)
            XCTAssertEqual(
                (error as? PasswordBox.Failure)?.message, "The specified item already exists in the keychain.")
        }
    }

    func testUnknownPasswordIsNotFound() {
        XCTAssertNil(passwords["unknown"])
        XCTAssertThrowsError(try passwords.remove("unknown")) { error in
            XCTAssertEqual(error as? PasswordBox.Failure, PasswordBox.Failure(status: errSecItemNotFound))
        }
    }
}
