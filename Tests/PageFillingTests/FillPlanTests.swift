import Foundation
import PasswordVault
import Secrets
import Testing

@testable import PageFilling

@Suite struct FillPlanTests {
    private static let model = Data(
        #"""
        {"version":1,"url":"https://acme.example","fields":[{"id":"\"ü\\\n","name":"user"},
        {"id":"p","type":"password"}]}
        """#
        .utf8)

    private struct Plan: Decodable, Equatable {
        struct Step: Decodable, Equatable {
            let field: String
            let value: String
        }
        let version: Int
        let fill: [Step]
    }

    private func plan(_ item: VaultItem) throws -> Plan {
        let json = try FillPlan.make(model: Self.model, url: "https://acme.example", item: item, oneTimeCode: nil)
        return try JSONDecoder().decode(Plan.self, from: json.withUnsafeBytes { Data($0) })
    }

    @Test(arguments: [
        "hush", "\"", "\\", "\\\"", "a\nb\tc\u{0}d\u{1f}", "</script>", "\u{7f}\u{2028}", "пароль 🔑 密码", "{\"a\":[1]}",
        " ",
    ])
    func planHasTheSavedPassword(password: String) throws {
        var item = VaultItem.login("\"wendy\\")
        item["password"] = .secret(Secret(password))
        #expect(
            try plan(item)
                == Plan(
                    version: 1,
                    fill: [.init(field: "\"ü\\\n", value: "\"wendy\\"), .init(field: "p", value: password)]))
    }

    @Test func aSecretThatIsNoTextGoesNowhere() throws {
        var item = VaultItem.login()
        item["password"] = .secret(Secret(SecretBytes(copying: [0x61, 0xFF, 0x62])))
        #expect(try plan(item).fill.map(\.value) == ["wendy"])
    }

    @Test func lengthsAreCountedAsPagesCountThem() {
        for text in ["", "abc", "äöü", "密码", "🔑🔑", "e\u{301}"] {
            #expect(Secret(text).utf16Length == text.utf16.count)
        }
    }

    @Test func aRefusalHasTheKindOfItsCause() {
        func kind(_ model: Data, _ url: String, _ item: VaultItem) -> PageFillingError.Kind? {
            do throws(PageFillingError) {
                _ = try FillPlan.make(model: model, url: url, item: item, oneTimeCode: nil)
                return nil
            } catch { return error.kind }
        }
        #expect(kind(Self.model, "https://acme.example", .login()) == nil)
        #expect(kind(Data("{}".utf8), "https://acme.example", .login()) == .unreadablePage)
        #expect(kind(Self.model, "https://acme.example", .card()) == .nothingToFill)
        #expect(kind(Self.model, "https://evil.example", .login()) == .contradiction)
    }

    @Test func aPlanPrintsNoSecret() throws {
        let page = try PageModel(json: Self.model)
        let plan = try FillPlan(page, at: "https://acme.example", item: .login())
        #expect(!"\(plan)".contains("hush") && !String(reflecting: plan).contains("hush"))
    }
}
