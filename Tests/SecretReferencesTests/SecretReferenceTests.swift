import SecretReferences
import Testing

@Suite struct SecretReferenceTests {
    @Test func fieldOfAnItemIsNamedByThreeParts() throws {
        let reference = try SecretReference(parsing: "chatelaine://personal/Mail/password")
        #expect(reference.target == .field(vault: "personal", item: "Mail", section: nil, field: "password"))
        #expect(reference.attribute == .value)
    }

    @Test func sectionIsTheThirdOfFourParts() throws {
        let reference = try SecretReference(parsing: "chatelaine://team/Server/Root%20access/PIN")
        #expect(reference.target == .field(vault: "team", item: "Server", section: "Root access", field: "PIN"))
    }

    @Test func keychainIsNamedInPlaceOfAVault() throws {
        let reference = try SecretReference(parsing: "chatelaine://keychain/mail.example.com/alice")
        #expect(reference.target == .keychain(service: "mail.example.com", account: "alice"))
    }

    @Test func currentCodeIsAnAttribute() throws {
        let text = "chatelaine://personal/Mail/one-time-code?attribute=otp"
        let reference = try SecretReference(parsing: text)
        #expect(reference.attribute == .otp)
        #expect(reference.description == text)
    }

    @Test func schemeIsNotCaseSensitive() throws {
        _ = try SecretReference(parsing: "Chatelaine://personal/Mail/password")
    }

    @Test func blanksAndLettersOfAllLanguagesMayStandAsTheyAre() throws {
        let reference = try SecretReference(parsing: "chatelaine://personal/Mein Büro/Schlüssel 1")
        #expect(reference.target == .field(vault: "personal", item: "Mein Büro", section: nil, field: "Schlüssel 1"))
        #expect(reference.description == "chatelaine://personal/Mein%20B%C3%BCro/Schl%C3%BCssel%201")
    }

    @Test(arguments: ["a/b", "100 %", "what?", "#1", "ü {x}", "line\nbreak", "~.-_"])
    func writtenReferenceIsReadBack(name: String) throws {
        let one = SecretReference(.field(vault: "v", item: name, section: name, field: name))
        #expect(try SecretReference(parsing: one.description) == one)
        let other = SecretReference(.keychain(service: name, account: name))
        #expect(try SecretReference(parsing: other.description) == other)
    }

    @Test(arguments: [
        ("", "does not begin with"), ("https://personal/Mail/password", "does not begin with"),
        ("chatelaine:/personal/Mail/password", "does not begin with"), ("chatelaine://", "is empty"),
        ("chatelaine://personal", "names no field"), ("chatelaine://personal/Mail", "names no field"),
        ("chatelaine://personal//password", "is empty"), ("chatelaine:///Mail/password", "is empty"),
        ("chatelaine://personal/Mail/password/", "is empty"), ("chatelaine://a/b/c/d/e", "has 5 parts"),
        ("chatelaine://keychain/service", "a service and an account"),
        ("chatelaine://keychain/a/b/c", "a service and an account"),
        ("chatelaine://keychain/a/b?attribute=otp", "has no attribute"),
        ("chatelaine://a/b/c?attribute=colour", "only attribute=otp"), ("chatelaine://a/b/c?", "only attribute=otp"),
        ("chatelaine://a/b/c?attribute=otp&x=1", "only attribute=otp"), ("chatelaine://a/b/c#d", "%23"),
        ("chatelaine://a/b/c%", "hexadecimal"), ("chatelaine://a/b/c%2", "hexadecimal"),
        ("chatelaine://a/b/%zz", "hexadecimal"), ("chatelaine://a/b/%ff", "not UTF-8"),
        ("chatelaine://a/b/%00", "not UTF-8"), ("chatelaine://a/b\n/c", "control character"),
        ("chatelaine://a/b/\u{9b}c", "control character"),
        ("chatelaine://a/b/" + String(repeating: "x", count: 1025), "longer than 1024"),
        ("chatelaine://a/b/" + String(repeating: "x", count: 5000), "longer than 4096"),
    ])
    func malformedReferenceIsRefusedWithItsReason(text: String, reason: String) {
        let error = #expect(throws: SecretReferenceError.self) { try SecretReference(parsing: text) }
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "no error")")
    }
}
