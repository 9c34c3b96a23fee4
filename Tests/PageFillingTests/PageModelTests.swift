import Foundation
import PasswordVault
import Testing

@testable import PageFilling

/// Docs/password-manager-feature.md, "Pages": a model is hostile until it has been read.
@Suite struct PageModelTests {
    private static let url = "https://acme.example/"

    private static func model(_ fields: String, _ more: String = "") -> String {
        #"{"version":1,"url":"\#(url)","fields":[\#(fields)]\#(more)}"#
    }

    private static func fields(_ count: Int) -> String {
        (0..<count).map { #"{"id":"f\#($0)"}"# }.joined(separator: ",")
    }

    static let refused: [(name: String, model: String)] = [
        ("nothing", ""), ("no JSON", "page"), ("half", #"{"version":1"#), ("a list", "[]"), ("a text", #""page""#),
        ("no version", #"{"url":"https://acme.example","fields":[]}"#),
        ("version 3", #"{"version":3,"url":"https://acme.example","fields":[]}"#),
        ("version as a text", #"{"version":"1","url":"https://acme.example","fields":[]}"#),
        ("no address", #"{"version":1,"fields":[]}"#), ("empty address", #"{"version":1,"url":"","fields":[]}"#),
        (
            "long address",
            #"{"version":1,"url":"https://acme.example/\#(String(repeating: "a", count: 9_000))","fields":[]}"#
        ),
        ("no fields", #"{"version":1,"url":"https://acme.example"}"#),
        ("fields that are no list", #"{"version":1,"url":"https://acme.example","fields":{}}"#),
        ("a field that is none", model("7")), ("a field without id", model(#"{"type":"text"}"#)),
        ("an empty id", model(#"{"id":""}"#)), ("an id that is a number", model(#"{"id":7}"#)),
        ("a long id", model(#"{"id":"\#(String(repeating: "i", count: 257))"}"#)),
        ("one id twice", model(#"{"id":"a"},{"id":"b"},{"id":"a"}"#)),
        ("a name that is a number", model(#"{"id":"a","name":7}"#)),
        ("visible in words", model(#"{"id":"a","visible":"yes"}"#)),
        ("a length that is no number", model(#"{"id":"a","maxLength":1e400}"#)),
        ("a length that is too great", model(#"{"id":"a","maxLength":99999999999999999999}"#)),
        ("options that are none", model(#"{"id":"a","type":"select","options":[7]}"#)),
        ("2,001 fields", model(fields(2_001))), ("100,000 fields", model(fields(100_000))),
        ("501 forms", model("", #","forms":[\#((0..<501).map { #"{"number":\#($0)}"# }.joined(separator: ","))]"#)),
        ("more than 4 MiB", model("", #","x":"\#(String(repeating: "x", count: 4 << 20))""#)),
        ("deep", model("", #","x":\#(String(repeating: "[", count: 100_000))"#)),
        (
            "deep and whole",
            model("", #","x":\#(String(repeating: "[", count: 100_000))\#(String(repeating: "]", count: 100_000))"#)
        ),
    ]

    /// The models are no arguments: the whole texts of these would be written for the report.
    @Test(arguments: refused.indices) func malformedModelIsRefused(index: Int) {
        let (name, model) = Self.refused[index]
        #expect("\(name)") { try PageModel(json: Data(model.utf8)) } throws: {
            ($0 as? PageFillingError)?.kind == .unreadablePage
        }
    }

    @Test func noErrorSaysWhatThePageSays() {
        for (_, model) in Self.refused {
            do throws(PageFillingError) { _ = try PageModel(json: Data(model.utf8)) } catch {
                #expect(!error.reason.contains("acme") && error.reason.utf8.count < 1_024)
            }
        }
    }

    @Test func unknownMembersAreIgnored() throws {
        let json = Self.model(#"{"id":"a","shoe":[1,{"size":44}],"form":null,"name":null}"#, #","later":{"a":[]}"#)
        let page = try PageModel(json: Data(json.utf8))
        #expect(page.fields == [PageModel.Field(id: "a")] && page.forms.isEmpty)
    }

    @Test func everyMemberIsRead() throws {
        let json = Self.model(
            #"""
            {"id":"a","frame":"https://b.example","form":3,"type":"SELECT-one","name":"n","htmlID":"h",
            "label":"l","placeholder":"p","autocomplete":"c","maxLength":9,"options":[{"value":"v","text":"t"}],
            "visible":false,"editable":false,"focused":true}
            """#,
            #","forms":[{"number":3,"name":"n","htmlID":"h","heading":"e","button":"b","action":"c"}]"#)
        let page = try PageModel(json: Data(json.utf8))
        var field = PageModel.Field(id: "a")
        (field.frame, field.form, field.type, field.name, field.htmlID) = (
            "https://b.example", 3, "select-one", "n", "h"
        )
        (field.label, field.placeholder, field.autocomplete, field.maxLength) = ("l", "p", "c", 9)
        field.options = [PageModel.Option(value: "v", text: "t")]
        (field.isVisible, field.isEditable, field.isFocused) = (false, false, true)
        let form = PageModel.Form(number: 3, name: "n", htmlID: "h", heading: "e", button: "b", action: "c")
        #expect(page == PageModel(url: Self.url, fields: [field], forms: [form]))
    }

    /// A page with one text that is too long is filled all the same.
    @Test func longTextsAreCutAndLongMenusToo() throws {
        let long = String(repeating: "ä", count: 100_000)
        let options = (0..<3_000).map { #"{"value":"\#($0)","text":"t"}"# }.joined(separator: ",")
        let json = Self.model(
            #"{"id":"a","label":"\#(long)"},{"id":"m","type":"select","options":[\#(options)]}"#,
            #","headings":["\#(long)"]"#)
        let page = try PageModel(json: Data(json.utf8))
        #expect(page.fields[0].label.utf8.count <= PageModel.Limits.text)
        #expect(page.headings.allSatisfy { $0.utf8.count <= PageModel.Limits.text } && page.headings.count == 1)
        #expect(page.fields[1].options.count == PageModel.Limits.options)
    }

    /// 4 MiB of words, none of which leads anywhere: the time that it takes must not grow with the vocabulary.
    @Test func aPageThatIsAllWordsIsReadInOnePass() throws {
        let label = String(repeating: "new card number of the billing address ", count: 25)
        let list = (0..<2_000).map {
            #"{"id":"f\#($0)","name":"\#($0)","label":"\#(label)","placeholder":"\#(label)"}"#
        }
        let page = try PageModel(json: Data(Self.model(list.joined(separator: ",")).utf8))
        let plan = try FillPlan(page, at: Self.url, item: .card())
        #expect(plan.steps.count == 1)
    }

    /// What chance makes of a model is refused, or is a model whose plan names its fields and no others.
    @Test func damagedModelsMakeNoPlanForOtherFields() throws {
        var random = SplitMix(state: 1)
        let pages = (SignInTests.severalForms + PersonTests.menus + CardTests.menus).map { (Array($0.model.utf8), $0) }
        for round in 0..<4_000 {
            var (bytes, page) = pages[round % pages.count]
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes[place] = Array(#"{}[]",:0123e-\"#.utf8).randomElement(using: &random) ?? 0
                case 2: bytes.remove(at: place)
                default: bytes.insert(contentsOf: bytes[place..<min(place + 40, bytes.count)], at: place)
                }
            }
            guard let model = try? PageModel(json: Data(bytes)) else { continue }
            let ids = Set(model.fields.filter { $0.isVisible && $0.isEditable }.map(\.id))
            let plan = try? FillPlan(model, at: page.url, item: page.item)
            for step in plan?.steps ?? [] { #expect(ids.contains(step.field)) }
        }
    }

    @Test(arguments: [
        "https://evil.example/", "http://acme.example/", "https://acme.example:8443/", "https://www.acme.example/",
        "app://org.example.App", "acme page", "",
    ])
    func aPageOfAnotherOriginIsAContradiction(url: String) throws {
        let page = try PageModel(json: Data(Self.model(#"{"id":"p","type":"password"}"#).utf8))
        let error = #expect(throws: PageFillingError.self) { try FillPlan(page, at: url, item: .login()) }
        #expect(error?.kind == .contradiction)
    }

    @Test func anotherPathOfTheSameOriginIsTheSamePage() throws {
        let page = try PageModel(json: Data(Self.model(#"{"id":"p","type":"password"}"#).utf8))
        let plan = try FillPlan(page, at: "https://acme.example:443/later?step=2#x", item: .login())
        #expect(plan.steps.map(\.field) == ["p"])
    }
}

/// The same numbers in every run (Steele, Lea, Flood: “Fast splittable pseudorandom number generators”, 2014).
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
