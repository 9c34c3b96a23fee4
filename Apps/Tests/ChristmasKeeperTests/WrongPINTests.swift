import Foundation
import Testing

@testable import ChristmasKeeper

/// How long to wait after wrong PINs.
@Suite struct WrongPINTests {
    private let start = Date(timeIntervalSinceReferenceDate: 0)

    private func wrong(_ count: Int) -> WrongPINs {
        var wrong = WrongPINs()
        for _ in 0..<count { wrong.add(at: start) }
        return wrong
    }

    @Test(arguments: [(0, 0), (1, 0), (4, 0), (5, 30), (6, 60), (7, 120), (10, 960), (40, 86_400), (5_000, 86_400)])
    func waitDoublesFromTheFifthOn(_ count: Int, _ seconds: TimeInterval) {
        #expect(wrong(count).wait(at: start) == seconds)
    }

    @Test func waitPassesWithTime() {
        let five = wrong(5)
        #expect(five.wait(at: start.addingTimeInterval(10)) == 20)
        #expect(five.wait(at: start.addingTimeInterval(30)) == 0)
        #expect(five.wait(at: start.addingTimeInterval(1_000_000)) == 0)
    }

    @Test func clockThatIsPutBackDoesNotMakeItLonger() {
        #expect(wrong(5).wait(at: start.addingTimeInterval(-1_000_000)) == 30)
    }

    @Test func wrongPINsAreDecodedAsEncoded() throws {
        let five = wrong(5)
        #expect(try JSONDecoder().decode(WrongPINs.self, from: JSONEncoder().encode(five)) == five)
    }
}
