import Foundation
import SecretReferences
import Secrets
import Testing

@Suite struct SecretTemplateTests {
    /// Renders a template in which each reference has its own text in angle brackets as its value.
    private func rendered(_ text: String) throws -> String {
        let template = try SecretTemplate(Array(text.utf8))
        let result = template.rendered { SecretValue("<\($0.description.dropFirst(13))>") }
        return result.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    @Test func enclosedAndBareReferencesAreReplaced() throws {
        #expect(
            try rendered("user: {{ chatelaine://v/Db/user }}\npassword: chatelaine://v/Db/password\n")
                == "user: <v/Db/user>\npassword: <v/Db/password>\n")
        #expect(try rendered("{{chatelaine://v/i/f}}{{\tchatelaine://v/i/g\t}}") == "<v/i/f><v/i/g>")
        #expect(try rendered("{{ chatelaine://v/My bank/PIN 1 }}") == "<v/My%20bank/PIN%201>")
    }

    @Test func textWithoutReferencesStaysAsItIs() throws {
        for text in [
            "", "plain\n", "{{ .Values.name }}", "{{ \"text\" }}", "{{", "}}", "{", "{{{{", "chatelaine:/",
            "chatelaine",
        ] {
            #expect(try rendered(text) == text)
        }
    }

    @Test(arguments: ["a", "Z", "0", "-", "+", "\\", "."])
    func bareReferenceDoesNotBeginInTheMiddleOfAWord(before: String) throws {
        let text = before + "chatelaine://v/i/f"
        #expect(try rendered(text) == text)
    }

    @Test(arguments: [" ", "\n", "\"", "'", "=", ":", "(", "/", "_", "@"])
    func bareReferenceBeginsAfterOtherCharacters(before: String) throws {
        #expect(try rendered(before + "chatelaine://v/i/f") == before + "<v/i/f>")
    }

    @Test(arguments: [" ", "\"", "'", ",", ";", ")", "&", "@", ":", "}", "ü"])
    func bareReferenceEndsBeforeOtherCharacters(after: String) throws {
        #expect(try rendered("x=chatelaine://v/i/f" + after + "y") == "x=<v/i/f>" + after + "y")
    }

    @Test func bareReferenceMayHavePercentEncodingAndAttribute() throws {
        #expect(
            try rendered("chatelaine://v/My%20bank/code?attribute=otp") == "<v/My%20bank/code?attribute=otp>")
    }

    @Test func quotedTextInBracesIsTheTextItself() throws {
        #expect(
            try rendered("{{ \"{{ chatelaine://v/i/f }}\" }} {{ \"chatelaine://v/i/f\" }}")
                == "{{ chatelaine://v/i/f }} chatelaine://v/i/f")
    }

    @Test func referenceMayFollowABraceOfAnotherLanguage() throws {
        #expect(try rendered("{{{ chatelaine://v/i/f }}}") == "{<v/i/f>}")
    }

    @Test func malformedReferenceIsAnErrorWithItsLine() {
        for (text, line) in [
            ("a\nb {{ chatelaine://v/i }}", "line 2"), ("chatelaine://v", "line 1"),
            ("\n\n{{ chatelaine://v/i/f\n}}", "line 3"),
        ] {
            let error = #expect(throws: SecretReferenceError.self) { try SecretTemplate(Array(text.utf8)) }
            #expect(error?.reason.hasPrefix(line) == true, "\(error?.reason ?? "no error")")
        }
    }

    @Test func valueOfAVariableMayBeOneReferenceWithBlanks() throws {
        let template = try SecretTemplate(variable: Array("chatelaine://v/My bank/PIN".utf8))
        #expect(template.references.map(\.reference.description) == ["chatelaine://v/My%20bank/PIN"])
    }

    @Test func hugeTemplateIsRefused() {
        let bytes = [UInt8](repeating: 0x20, count: SecretTemplate.largestSize + 1)
        #expect(throws: SecretReferenceError.self) { try SecretTemplate(bytes) }
    }

    @Test func bytesThatAreNotUTF8StayAsTheyAre() throws {
        let bytes: [UInt8] = [0xff, 0, 0xfe] + Array("chatelaine://v/i/f".utf8) + [0xff]
        let result = try SecretTemplate(bytes).rendered { _ in SecretValue("x") }
        #expect(result.withUnsafeBytes { Array($0) } == [0xff, 0, 0xfe, 0x78, 0xff])
    }

    /// Random texts of the characters that mean something never crash, and without a reference they come out as they were.
    @Test func randomTextsAreParsedOrRefused() {
        let parts = [
            "{{", "}}", " ", "\"", "chatelaine://", "v", "/", "i", "\n", "%", "%20", "?attribute=otp", "\\", "{",
            "\u{0}",
        ]
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<5_000 {
            let text = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                parts.randomElement(using: &generator) ?? ""
            }
            .joined()
            guard let template = try? SecretTemplate(Array(text.utf8)), template.references.isEmpty,
                !text.contains("\"")
            else { continue }
            let result = template.rendered { _ in SecretValue("") }
            #expect(result.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } == text)
        }
    }
}
