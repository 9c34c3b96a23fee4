import Foundation
import Security
import Testing

/// What a certificate says, in certificates that no honest program makes: never a crash, and never what another program would not read.
@Suite struct CertificateContentsTests {
    typealias Part = MadeCertificate.NamePart

    struct Value: Sendable {
        let tag: UInt8
        let bytes: [UInt8]
        let text: String?

        init(_ tag: UInt8, _ bytes: [UInt8], _ text: String?) { (self.tag, self.bytes, self.text) = (tag, bytes, text) }
    }

    @Test(arguments: [
        Value(0x0c, Array("Größe 😀".utf8), "Größe 😀"), Value(0x13, Array("KIM".utf8), "KIM"),
        Value(0x16, Array("Kim".utf8), "Kim"), Value(0x12, Array("123".utf8), "123"),
        Value(0x1a, Array("Kim".utf8), "Kim"), Value(0x14, [0x47, 0x72, 0xf6, 0xdf, 0x65], "Größe"),
        Value(0x1e, [0, 0x4b, 0x67, 0x28], "K木"), Value(0x1e, [0xd8, 0x3d, 0xde, 0x00], "😀"),
        Value(0x1c, [0, 0, 0, 0x4b, 0, 1, 0xf6, 0], "K😀"),
        // Shorter for programs in C than for others.
        Value(0x0c, Array("bank.example\u{0}.evil.example".utf8), nil), Value(0x14, [0x4b, 0], nil),
        Value(0x1e, [0, 0x4b, 0, 0], nil), Value(0x1c, [0, 0, 0, 0], nil), Value(0x0c, [0], nil),
        // Invalid in their type.
        Value(0x0c, [0xff, 0xfe], nil), Value(0x0c, [0xc0, 0x80], nil), Value(0x13, [0xf6], nil),
        Value(0x1e, [0x4b], nil), Value(0x1e, [0xd8, 0x3d], nil), Value(0x1e, [0xde, 0, 0xd8, 0x3d], nil),
        Value(0x1c, [0, 0, 0x4b], nil), Value(0x1c, [0, 0x11, 0, 0], nil), Value(0x1c, [0xff, 0xff, 0xff, 0xff], nil),
        Value(0x1c, [0, 0, 0xd8, 0x3d], nil),
        // Empty, or no text at all.
        Value(0x0c, [], nil), Value(0x1e, [], nil), Value(0x02, [1], nil), Value(0x03, [0, 0x4b], nil),
        Value(0x2c, [0x0c, 1, 0x4b], nil), Value(0x30, [], nil), Value(0x8c, [0x4b], nil),
    ]) func textOfEveryType(value: Value) throws {
        let made = MadeCertificate(subject: [.organisation("Example"), .commonName(value.tag, value.bytes)])
        let certificate = try #require(made.certificate)
        #expect(certificate.commonName == value.text)
        #expect(certificate.summary == value.text ?? "Example")
        #expect(certificate.subjectSequence == Data(MadeCertificate.name(made.subject)))
    }

    @Test func theLastCommonNameThatCanBeReadCounts() throws {
        let two: [Part] = [.commonName("first"), .commonName("second")]
        #expect(try #require(MadeCertificate(subject: two).certificate).commonName == "second")
        let unreadable = two + [.commonName(0x0c, [0xff])]
        #expect(try #require(MadeCertificate(subject: unreadable).certificate).commonName == "second")
    }

    @Test func aNameMayBeEmpty() throws {
        let certificate = try #require(MadeCertificate(issuer: [], subject: []).certificate)
        #expect(certificate.commonName == nil && certificate.summary == nil)
        #expect(certificate.emailAddresses == [])
        #expect(certificate.issuerSequence == Data([0x30, 0]) && certificate.subjectSequence == Data([0x30, 0]))
    }

    @Test func namesAreNormalized() throws {
        let certificate = try #require(SecCertificateCreateWithData(nil, SampleCertificate.printable as CFData))
        let organisation = [0x31, 0x16, 0x30, 0x14, 6, 3, 0x55, 4, 10, 0x13, 13] + Array("EXAMPLE WORKS".utf8)
        let name = [0x31, 0x0c, 0x30, 0x0a, 6, 3, 0x55, 4, 3, 0x13, 3] + Array("KIM".utf8)
        #expect(certificate.subjectSequence == Data(MadeCertificate.der(0x30, organisation + name)))
        #expect(certificate.issuerSequence == certificate.subjectSequence)
    }

    @Test(arguments: [
        [0], [0x7f], [0, 0x80], [0x80], [0xff], [0x80, 0, 0, 0, 0, 0, 0, 0, 0], [UInt8](repeating: 0x55, count: 20),
    ]) func serialNumbersOfEverySizeAndSign(bytes: [UInt8]) throws {
        let certificate = try #require(MadeCertificate(serialNumber: bytes).certificate)
        #expect(certificate.serialNumber == bytes)
        #expect(SecCertificateCopySerialNumber(certificate) as Data? == Data(bytes))
        #expect(SecCertificateCopySerialNumber(certificate, nil) as Data? == Data(bytes))
    }

    @Test func aSerialNumberMayBeHuge() throws {
        let bytes = [UInt8](repeating: 0xff, count: 100_000)
        #expect(try #require(MadeCertificate(serialNumber: bytes).certificate).serialNumber == bytes)
    }

    @Test func aSerialNumberHasBytes() { #expect(MadeCertificate(serialNumber: []).certificate == nil) }

    struct Time: Sendable {
        let tag: UInt8
        let text: String
        /// Seconds since 1970; nil for a time that never was.
        let seconds: Double?

        init(_ tag: UInt8, _ text: String, _ seconds: Double?) {
            (self.tag, self.text, self.seconds) = (tag, text, seconds)
        }
    }

    @Test(arguments: [
        Time(0x17, "700101000000Z", 0), Time(0x17, "691231235959Z", -1), Time(0x17, "500101000000Z", -631_152_000),
        Time(0x17, "491231235959Z", 2_524_607_999), Time(0x17, "000229000000Z", 951_782_400),
        Time(0x18, "20500101000000Z", 2_524_608_000), Time(0x18, "19000101000000Z", -2_208_988_800),
        Time(0x18, "00000101000000Z", -62_167_219_200), Time(0x18, "99991231235959Z", 253_402_300_799),
        // RFC 5280 wants UTCTime here; programs read it all the same.
        Time(0x18, "20260101000000Z", 1_767_225_600),
        // A leap second, and seconds that never were.
        Time(0x17, "161231235960Z", 1_483_228_800), Time(0x17, "161231235961Z", nil), Time(0x17, "160615123060Z", nil),
        Time(0x18, "20161231225960Z", nil), Time(0x18, "20260101000000.5Z", nil),
    ]) func times(time: Time) throws {
        let one = try #require(MadeCertificate(notBefore: (time.tag, time.text)).certificate)
        #expect(one.notBefore == time.seconds.map { Date(timeIntervalSince1970: $0) } && one.notAfter != nil)
        let other = try #require(MadeCertificate(notAfter: (time.tag, time.text)).certificate)
        #expect(other.notAfter == one.notBefore && other.notBefore != nil)
    }

    @Test(arguments: [
        (0x17, ""), (0x17, "Z"), (0x17, "2601010000Z"), (0x17, "260101000000"), (0x17, "260101000000+0100"),
        (0x17, "261301000000Z"), (0x17, "260001000000Z"), (0x17, "260230000000Z"), (0x17, "260101240000Z"),
        (0x17, "260101006000Z"), (0x17, "260101000062Z"), (0x17, "-60101000000Z"), (0x17, "２６0101000000Z"),
        (0x17, "260101000000Z\u{0}"), (0x17, "20260101000000Z"), (0x18, "260101000000Z"), (0x18, "19000229000000Z"),
        (0x18, "20260101000000.Z"), (0x18, "20260101000000.50Z"), (0x18, "100000101000000Z"), (0x02, "260101000000Z"),
        (0x37, "260101000000Z"),
    ]) func malformedTimesMakeNoCertificate(tag: UInt8, text: String) {
        #expect(MadeCertificate(notBefore: (tag, text)).certificate == nil)
        #expect(MadeCertificate(notAfter: (tag, text)).certificate == nil)
    }

    // MARK: - E-mail addresses

    private func addresses(_ alternativeNames: [[UInt8]], _ subject: [Part] = []) throws -> [String]? {
        let certificate = MadeCertificate(subject: subject, alternativeNames: alternativeNames).certificate
        return try #require(certificate).emailAddresses
    }

    @Test func addressesOfBothPlaces() throws {
        let subject: [Part] = [.email("old@example.com"), .commonName("Kim"), .email("kim@example.com")]
        let names = MadeCertificate.addresses("kim@example.com", "other@example.com", "kim@example.com")
        try #expect(addresses([], subject) == ["old@example.com", "kim@example.com"])
        try #expect(addresses([names], subject) == ["kim@example.com", "other@example.com", "old@example.com"])
    }

    @Test func whatIsNoAddressIsLeftOut() throws {
        let odd: [(tag: UInt8, value: [UInt8])] = [
            (0x81, []), (0x81, Array("kim@example.com\u{0}.evil.example".utf8)), (0x81, Array("kïm@example.com".utf8)),
            (0x81, [0xff]), (0x81, Array("kim@example.com\r\n".utf8)), (0xa1, MadeCertificate.der(0x16, [0x6b])),
            (0x82, Array("kim@example.com".utf8)), (0x86, Array("mailto:kim@example.com".utf8)), (0xa4, []),
        ]
        try #expect(addresses([MadeCertificate.names(odd)]) == [])
        try #expect(
            addresses([MadeCertificate.names(odd + [(0x81, Array("k@example.com".utf8))])]) == ["k@example.com"])
        let subject: [Part] = [.email(""), .email("kim@example.com\u{0}"), .email("kïm@example.com")]
        try #expect(addresses([], subject) == [])
    }

    /// Programs differ in which of two they read, and in how far they read a broken one.
    @Test func contradictingOrBrokenAlternativeNamesHaveNone() throws {
        let kim = MadeCertificate.addresses("kim@example.com")
        let mallory = MadeCertificate.addresses("mallory@evil.example")
        let subject: [Part] = [.email("old@example.com")]
        try #expect(addresses([kim, mallory], subject) == ["old@example.com"])
        let otherType = MadeCertificate.der(0x31, Array(kim.dropFirst(2)))
        let broken: [[UInt8]] = [[], [0x30], Array(kim.dropLast()), kim + [0], otherType]
        for value in broken { try #expect(addresses([value], subject) == ["old@example.com"]) }
    }

    // MARK: - Size, depth, damage

    private func nested(_ depth: Int) -> [UInt8] {
        (0..<depth).reduce(into: []) { bytes, _ in bytes = MadeCertificate.der(0x30, bytes) }
    }

    @Test func depthIsLimited() throws {
        try #expect(addresses([nested(1000)]) == [])
        #expect(MadeCertificate(subject: [.commonName(0x30, nested(1000))]).certificate == nil)
        #expect(MadeCertificate(subject: [.commonName(0x30, nested(20))]).certificate != nil)
    }

    @Test func sizeIsLimited() throws {
        let parts = [Part](repeating: .commonName("Kim"), count: 5000)
        let large = try #require(MadeCertificate(subject: parts).certificate)
        #expect(large.commonName == "Kim" && large.subjectSequence == Data(MadeCertificate.name(parts)))
        let names = MadeCertificate.names([(tag: UInt8, value: [UInt8])](repeating: (0x81, [0x6b]), count: 20_000))
        try #expect(addresses([names]) == ["k"])
        #expect(MadeCertificate(serialNumber: [UInt8](repeating: 1, count: 1 << 20), subject: parts).certificate == nil)
    }

    @Test func damageIsSurvived() {
        let made = MadeCertificate(
            subject: [.commonName(0x1e, [0, 0x4b]), .commonName(0x1c, [0, 0, 0, 0x4b]), .email("kim@example.com")],
            notAfter: (0x18, "20500101000000Z"), alternativeNames: [MadeCertificate.addresses("kim@example.com")])
        let data = made.data
        for index in data.indices {
            for change in [UInt8(0x01), 0x20, 0x80, 0xff] {
                var damaged = data
                damaged[index] ^= change
                SecCertificateCreateWithData(nil, damaged as CFData)?.readEverything()
            }
        }
    }
}
