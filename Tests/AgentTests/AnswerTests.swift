import Foundation
import KeychainServices
import Testing

@testable import Agent

/// Which answers are too long to be sent at once.
@Suite struct AnswerTests {
    private func answer(data: Int, secret: Int, count: Int = 1) throws -> Answer {
        let reference = try PersistentReference(data: Data("idnt".utf8) + Data(count: 16))
        let item = Item(
            persistentReference: reference, attributes: [.label: "Kim"], data: Data(count: data),
            secretAttributes: [.notes: .data(Data(count: secret))])
        return .items(Array(repeating: item, count: count))
    }

    /// An identity has its certificate, and the reference of its key, among the secret parts.
    @Test func secretPartsCountByTheirSizes() throws {
        #expect(try !answer(data: 0, secret: 2000).isLong)
        #expect(try !answer(data: 1000, secret: 1000, count: 16).isLong)
        #expect(try answer(data: 0, secret: 33 << 10).isLong)
        #expect(try answer(data: 0, secret: 3 << 10, count: 16).isLong)
        #expect(try answer(data: 20 << 10, secret: 20 << 10).isLong)
    }
}
