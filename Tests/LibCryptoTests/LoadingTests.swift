import Foundation
import TestSupport
import Testing

@testable import LibCrypto

/// libcrypto in a program that may use OpenSSL itself; each in a process of its own.
@Suite struct LoadingTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Runs the probe.
    private func probe(_ mode: String, _ variables: [String: String] = [:]) throws -> [String] {
        // A crash is to end the process at once: Swift's own report takes seconds.
        let fixed = ["SWIFT_BACKTRACE": "enable=no"]
        let environment = ProcessInfo.processInfo.environment.merging(fixed.merging(variables) { $1 }) { $1 }
        let (output, status) = try ChildProcess.run([BuiltPrograms.path("crypto-probe"), mode], variables: environment)
        try #require(status == 0, "\(mode) ends with \(status)")
        return output.split(separator: "\n").map(String.init)
    }

    private static let works = ["rsa: true", "ellipticCurve: true", "ed25519: true", "decrypted: 3"]

    @Test func theLibraryIsLoadedForTheFirstKey() throws {
        #expect(try probe("load") == ["before: false"] + Self.works + ["after: true"])
    }

    @Test func aMissingLibraryIsAnErrorWithARemedy() throws {
        for name in ["libcrypto.so.none", "libz.so.1"] {
            let error = #expect(throws: CryptoError.self) { try CryptoLibrary(fileName: name) }
            #expect(error?.kind == .libraryMissing(name))
            #expect(error?.reason.contains("“\(name)”") == true)
            #expect(error?.remedy.contains("libssl3") == true)
        }
    }

    /// A configuration that leaves the default context without any algorithm.
    private func configuration() throws -> [String: String] {
        let path = directory("openssl.cnf")
        let text =
            "openssl_conf = start\n[start]\nalg_section = algorithms\n[algorithms]\ndefault_properties = provider=none\n"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return ["OPENSSL_CONF": path]
    }

    @Test func aProgramWithoutOpenSSLReadsNoConfiguration() throws {
        #expect(try probe("program", configuration()) == ["default context: false"])
        #expect(try probe("configuration", configuration()) == Self.works + ["default context: true"])
    }

    @Test func aProgramWithOpenSSLKeepsItsConfiguration() throws {
        #expect(try probe("shared", configuration()) == Self.works + ["default context: false"])
        #expect(try probe("shared") == Self.works + ["default context: true"])
    }

    /// What an agent does: the one who starts it decides what is in its environment, and a library of the TPM's may bring OpenSSL in.
    @Test func noConfigurationComesFromACleanedEnvironment() throws {
        #expect(try probe("program", configuration()) == ["default context: false"])
        #expect(try probe("cleaned", configuration()) == ["default context: true"])
    }

    @Test func errorsOfTheProgramStayInTheQueueAndOursDoNot() throws {
        let lines = try probe("errors")
        #expect(lines.contains("errors kept: true"))
        #expect(lines.contains("errors left: 0"))
    }

    @Test func theLegacyModuleComesFromTheSystemOnly() throws {
        let empty = ["OPENSSL_MODULES": directory.path]
        #expect(try probe("legacy", empty) == ["legacy: true"])
    }

    @Test func oldAlgorithmsAreInTheirOwnContext() throws {
        let usual = try CryptoLibrary.load()
        let legacy = try CryptoLibrary.loadLegacy()
        for (library, isThere) in [(usual, false), (legacy, true)] {
            let cipher = try? library.marked { mark throws(CryptoError) in
                try mark.found(
                    library.functions.pointee.EVP_CIPHER_fetch(library.context, "RC2-40-CBC", nil), "RC2-40-CBC")
            }
            #expect((cipher != nil) == isThere)
            if let cipher { library.functions.pointee.EVP_CIPHER_free(cipher) }
        }
    }

    @Test func aPrivateKeyLeavesNothingInMemory() throws {
        let expected = ["ec", "rsa"].flatMap { ["\($0) alive: true", "\($0) released: false"] }
        #expect(try probe("memory") == expected)
    }

    @Test func aProgramMayEndWhileItSigns() throws {
        for _ in 0..<20 { #expect(try probe("exit") == ["ends"]) }
    }
}
