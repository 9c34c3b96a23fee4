import AgentProtocol
import Foundation
import PasswordManagerTesting
import Testing

@testable import AppExtensions

/// Every release understands what the password managers of every earlier one answer: `Frames/N` holds answers of
/// version N.
@Suite struct KeptAnswerTests {
    private let desktop: TestDesktop
    init() throws { desktop = try TestDesktop() }

    private static let frames = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Frames")

    private static func kept(_ version: String, _ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: frames.appendingPathComponent(version).appendingPathComponent(name + ".bin")))
    }

    private static var answers: [(name: String, ToyPasswordManager.Reaction)] {
        let login = ToyPasswordManager.login(
            "wendy", "kept password", oldPassword: "kept old", totp: "012345", fields: [("firstname", "Wendy")]
        ) {
            $0.title = "Kept"
            $0.notes = "notes"
            $0.sectionTitle = "Profile"
            $0.url = "https://kept.example"
        }
        return [
            ("login", login), ("refusal", ToyPasswordManager.refusal(6, "kept reason")),
            ("fill-plan", .answer(.with { $0.fillPlan = .init() }, secret: Array(#"{"version":1,"fill":[]}"#.utf8))),
            ("other-manager", .answer(.with { $0.otherManager = "other" })), ("failure", .failure(-4)),
        ]
    }

    /// Writes the answers of this version: `CHATELAINE_WRITE_FRAMES=1 swift test --filter KeptAnswerTests`.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["CHATELAINE_WRITE_FRAMES"] != nil))
    func writeTheAnswersOfThisVersion() throws {
        let directory = Self.frames.appendingPathComponent("1")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        for (name, reaction) in Self.answers {
            let frame = try #require(try reaction.frame(id: 1))
            try Data(frame).write(to: directory.appendingPathComponent(name + ".bin"))
        }
    }

    /// A manager that gives the kept answers, by the address.
    private func manager(_ version: String, _ name: String = "chatelaine") throws -> ToyPasswordManager {
        try desktop.install(name) { received in
            (try? Self.kept(version, received.message.url)).map { .bytes($0) } ?? .hangUp
        }
    }

    @Test(arguments: ["1"]) func answersOfEveryVersionAreUnderstood(version: String) async throws {
        let (toy, program) = (try manager(version), desktop.passwordManager())
        let login = try await program.findLogin(forURLString: "login")
        #expect(
            login
                == ReturnedLogin(
                    username: "wendy", password: "kept password", totp: "012345", oldPassword: "kept old",
                    title: "Kept",
                    urlString: "https://kept.example", notes: "notes", sectionTitle: "Profile",
                    returnedFields: ["firstname": "Wendy"]))
        let page = ExtensionItem(urlString: "fill-plan", pageModel: Data("{}".utf8))
        #expect(
            try await program.pickItems(forExtensionItem: page)
                == [ReturnedItem(plan: Data(#"{"version":1,"fill":[]}"#.utf8))])
        for (name, code) in [("refusal", 6), ("failure", 2)] {
            let error = await #expect(throws: PasswordManagerError.self) {
                try await program.findLogin(forURLString: name)
            }
            #expect(error?.code.rawValue == code)
        }
        let other = try desktop.install("other") { _ in ToyPasswordManager.login("other", "secret") }
        #expect(try await program.findLogin(forURLString: "other-manager").username == "other")
        _ = (toy, other)
    }
}
