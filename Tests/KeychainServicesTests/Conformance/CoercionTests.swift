import Foundation
import KeyManagement
import Testing

@testable import KeychainServices

/// keychain-services 2.7. That a Boolean is 0 or 1, and what types there are besides, is the business of the dictionaries
/// in front of the engine.
@Suite struct CoercionTests {
    struct Case: Sendable, CustomStringConvertible {
        let letters: String
        let value: AttributeValue
        /// Nil: refused.
        let kept: AttributeValue?

        var description: String { "\(letters) = \(value)" }

        init(_ letters: String, _ value: AttributeValue, _ kept: AttributeValue?) {
            (self.letters, self.value, self.kept) = (letters, value, kept)
        }
    }

    private static let date = AttributeValue.date(Date(timeIntervalSinceReferenceDate: 700_000_000))
    private static let notText = AttributeValue.data(Data([0xff, 0xfe]))

    private static let strings = ["pdmn", "vwht", "tkid", "ggrp"].flatMap { letters in
        [
            Case(letters, "ck", "ck"), Case(letters, .data(Data("ck".utf8)), "ck"), Case(letters, notText, nil),
            Case(letters, 5, nil), Case(letters, date, nil),
        ]
    }

    private static let numbers = ["type", "crtr", "invi", "kcls", "bsiz", "port", "ptcl"].flatMap { letters in
        [
            Case(letters, 5, 5), Case(letters, "5", 5), Case(letters, "-5", -5), Case(letters, "05", "05"),
            Case(letters, "+5", "+5"), Case(letters, " 5", " 5"), Case(letters, "htps", "htps"), Case(letters, "", ""),
            Case(letters, 0x8000_0001, 0x8000_0001), Case(letters, "2147483649", 2_147_483_649),
            Case(letters, .number(.max), .number(.max)), Case(letters, "9223372036854775808", "9223372036854775808"),
            Case(letters, .data(Data("5".utf8)), nil), Case(letters, date, nil),
        ]
    }

    private static let datas = ["klbl", "issr", "slnr", "subj", "skid", "pkhh"].flatMap { letters in
        [
            Case(letters, notText, notText), Case(letters, "x", .data(Data("x".utf8))),
            Case(letters, 258, .data(Data([2, 1, 0, 0]))), Case(letters, -1, .data(Data([255, 255, 255, 255]))),
            Case(letters, date, nil),
        ]
    }

    private static let blobs = [
        "acct", "svce", "gena", "labl", "desc", "icmt", "srvr", "path", "atyp", "atag", "alis", "prot",
    ]
    .flatMap { letters in
        [
            Case(letters, "x", "x"), Case(letters, notText, notText), Case(letters, 7, 7),
            Case(letters, .real(1.5), .real(1.5)),
            Case(letters, date, nil),
        ]
    }

    private static let dates = ["sdat", "edat", "cdat", "mdat"].flatMap { letters in
        [
            Case(letters, date, date), Case(letters, 7, nil), Case(letters, "2001-01-01", nil),
            Case(letters, .real(1), nil),
            Case(letters, .data(Data()), nil),
            Case(letters, .date(Date(timeIntervalSinceReferenceDate: .infinity)), nil),
        ]
    }

    private static let others = [
        Case("sha1", .data(Data(count: 20)), .data(Data(count: 20))), Case("sha1", .data(Data(count: 19)), nil),
        Case("sha1", .data(Data(count: 21)), nil), Case("sha1", "12345678901234567890", nil),
        Case("musr", .data(Data()), .data(Data())), Case("musr", .data(Data(count: 16)), .data(Data(count: 16))),
        Case("musr", .data(Data(count: 4)), nil), Case("musr", "me", nil), Case("musr", 0, nil),
        Case("accc", "ak", nil), Case("accc", .data(Data(count: 6)), nil), Case("accc", 6, nil),
    ]

    @Test(arguments: strings + numbers + datas + blobs + dates + others)
    func valuesAreKeptConvertedOrRefused(sample: Case) throws {
        let attribute = try #require(ItemClass.all.lazy.compactMap { $0.attribute(key(sample.letters)) }.first)
        if let kept = sample.kept {
            #expect(try attribute.coerce(sample.value) == kept)
        } else {
            #expect(throws: failure(.parameter)) { try attribute.coerce(sample.value) }
        }
    }

    /// Every operation refuses what does not fit, whether or not there is an item to look at.
    @Test(arguments: Transport.allCases)
    func everyOperationRefusesAValueThatDoesNotFit(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let unfit: Attributes = [.account: Self.date]
        #expect(throws: failure(.parameter)) { try keychain.add(NewItem(.genericPassword, unfit)) }
        #expect(throws: failure(.parameter)) { try keychain.items(matching: Query(.genericPassword, unfit)) }
        #expect(throws: failure(.parameter)) { try keychain.delete(Query(.genericPassword, unfit)) }
        #expect(throws: failure(.parameter)) { try keychain.update(Query(.genericPassword, unfit), with: Changes()) }
        #expect(throws: failure(.parameter)) { try keychain.update(Query(.genericPassword), with: Changes(unfit)) }
    }

    /// A7: the wrong attribute is reported, not that nothing was found.
    @Test(arguments: Transport.allCases)
    func everyOperationRefusesAnAttributeThatTheClassDoesNotHave(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let foreign: Attributes = [.applicationTag: "tag"]
        #expect(throws: failure(.noSuchAttribute)) { try keychain.add(NewItem(.genericPassword, foreign)) }
        #expect(throws: failure(.noSuchAttribute)) { try keychain.items(matching: Query(.genericPassword, foreign)) }
        #expect(throws: failure(.noSuchAttribute)) { try keychain.delete(Query(.genericPassword, foreign)) }
        #expect(throws: failure(.noSuchAttribute)) {
            try keychain.update(Query(.genericPassword, foreign), with: Changes())
        }
        #expect(throws: failure(.noSuchAttribute)) {
            try keychain.update(Query(.genericPassword), with: Changes(foreign))
        }
    }

    /// B9, 1.4: no operation takes a protection class that there is none of.
    @Test(arguments: Transport.allCases)
    func everyOperationRefusesAnUnknownProtectionClass(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let unknown: Attributes = [.accessible: "f"]
        #expect(throws: failure(.parameter)) { try keychain.add(NewItem(.genericPassword, unknown)) }
        #expect(throws: failure(.parameter)) { try keychain.items(matching: Query(.genericPassword, unknown)) }
        #expect(throws: failure(.parameter)) { try keychain.delete(Query(.genericPassword, unknown)) }
        #expect(throws: failure(.parameter)) { try keychain.update(Query(.genericPassword, unknown), with: Changes()) }
        #expect(throws: failure(.parameter)) { try keychain.update(Query(.genericPassword), with: Changes(unknown)) }
    }

    // MARK: - What is the same value

    /// 2.3.8, B5.
    @Test(arguments: Transport.allCases)
    func textAndItsBytesAreTheSameValueAndKeepTheirType(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let bytes = AttributeValue.data(Data("x".utf8))
        try keychain.add(NewItem(.genericPassword, [.account: bytes]))
        #expect(throws: failure(.duplicateItem)) { try keychain.add(NewItem(.genericPassword, [.account: "x"])) }
        let found = try keychain.items(matching: Query(.genericPassword, [.account: "x"]))
        #expect(found.map { $0[.account] } == [bytes])
    }

    /// B3.
    @Test(arguments: Transport.allCases)
    func aNumberAndItsDecimalTextAreTheSameValue(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(NewItem(.internetPassword, [.server: "a", .port: 80]))
        #expect(throws: failure(.duplicateItem)) {
            try keychain.add(NewItem(.internetPassword, [.server: "a", .port: "80"]))
        }
        let found = try keychain.items(matching: Query(.internetPassword, [.port: "80"]))
        #expect(found.map { $0[.port] } == [80])
    }

    /// B7.
    @Test(arguments: Transport.allCases)
    func protocolsAndAuthenticationTypesComeBackAsText(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(NewItem(.internetPassword, [.protocol: "htps", .authenticationType: "dflt"]))
        let query = Query(.internetPassword, [.protocol: "htps", .authenticationType: "dflt"])
        let found = try #require(try keychain.items(matching: query).first)
        #expect(found[.protocol] == "htps" && found[.authenticationType] == "dflt")
        #expect(try keychain.items(matching: Query(.internetPassword, [.protocol: "http"])).isEmpty)
    }

    @Test(arguments: Transport.allCases)
    func largeKeyTypesComeBackExactly(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(NewItem(.key, [.type: 0x8000_0001]))
        let found = try keychain.items(matching: Query(.key, [.type: "2147483649"]))
        #expect(found.map { $0[.type] } == [0x8000_0001])
    }
}
