import AppTesting
import Foundation
import KeychainServices
import Testing

/// 100,000 items in one list.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct ManyItemsTests {
    nonisolated static let count = 100_000

    private static func fill(_ stage: Stage) throws {
        let root = KeychainRoot(path: stage.home + "/keychains/data")
        let keychain = try Keychain(root: root, accessGroups: AccessGroups(["com.example.many"]))
        for start in stride(from: 0, to: count, by: 20_000) {
            try keychain.add(
                contentsOf: (start..<start + 20_000).map { number in
                    NewItem(
                        .genericPassword,
                        [.service: .string("Service \(100_000 + number)"), .account: .string("user\(number)")],
                        data: Data("x".utf8))
                })
        }
        keychain.close()
    }

    @Test(arguments: [true, false])
    func aHundredThousandItemsTakeFewRowsWhileTheyAreScrolledAndFound(hasAgent: Bool) throws {
        let window = try KeychainsWindow(hasAgent: hasAgent, prepare: Self.fill)
        let app = window.app
        _ = try app.find("list item", "All Items, \(Self.count)")
        _ = try app.find("list item", where: { $0.name.hasPrefix("Service 100000,") })
        func rows() throws -> Int { try app.find(nil, "Items").all.count { $0.role == "list item" } }
        #expect(try rows() < 300)
        try app.desktop.press("ctrl+f", "Down")
        for _ in 0..<10 { try app.desktop.press("Page_Down") }
        #expect(try rows() < 300)
        try app.desktop.press("End")
        _ = try app.find("list item", where: { $0.name.hasPrefix("Service 199999,") })
        #expect(try rows() < 300)
        try app.desktop.press("ctrl+f")
        try app.desktop.type("user12345")
        _ = try app.find("list item", where: { $0.name.hasPrefix("Service 112345,") })
        #expect(try rows() < 300)
    }
}
