import AsymmetricKeys
import Glibc
import LibCrypto
import LinuxSupport
import Secrets

// Uses keys in a process of its own, and prints what that does to the process, a line for each fact:
//
//     crypto-probe load             whether libcrypto is in memory before and after the first key
//     crypto-probe configuration    what OpenSSL's default context is like afterwards
//     crypto-probe shared           the same in a program that has loaded libcrypto itself before
//     crypto-probe cleaned          the same after OpenSSL's variables were removed from the environment
//     crypto-probe program          the same without a key
//     crypto-probe errors           the program's errors in the thread's queue before and afterwards
//     crypto-probe legacy           whether the module for old algorithms can be loaded
//     crypto-probe memory           whether a private key is in memory while it is used and afterwards
//     crypto-probe exit             ends while other threads sign

typealias Fetch = @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> OpaquePointer?
typealias NextError = @convention(c) () -> UInt

let libraryName = "libcrypto.so.3"

/// The program's own use of OpenSSL.
func ownOpenSSL<Function>(_ name: String, as type: Function.Type) throws -> Function {
    try SharedLibrary(libraryName).function(name, as: type)
}

func isInMemory() -> Bool {
    guard let file = fopen("/proc/self/maps", "r") else { return false }
    defer { fclose(file) }
    var line: UnsafeMutablePointer<CChar>?
    var size = 0
    defer { free(line) }
    while getline(&line, &size, file) > 0 {
        if let line, String(cString: line).contains("libcrypto.so") { return true }
    }
    return false
}

/// Uses each part of libcrypto that keys use.
func useKeys() throws {
    let message: [UInt8] = [1, 2, 3]
    let rsa = try PrivateKey.generate(.rsa(bits: 1024))
    let curve = try PrivateKey.generate(.ellipticCurve(.p256))
    for (key, algorithm) in [
        (rsa, .rsaSignaturePSS(.message(.sha256))), (curve, .ecdsa(.x962, .message(.sha256))),
        (try .generate(.ed25519), .ed25519),
    ] as [(PrivateKey, KeyAlgorithm)] {
        let signature = try message.withUnsafeBytes { try key.sign($0, with: algorithm) }
        let isValid = try signature.withUnsafeBytes { signature in
            try message.withUnsafeBytes { try key.publicKey().isValid(signature, of: $0, with: algorithm) }
        }
        print("\(key.specification.type): \(isValid)")
    }
    let ecies = KeyAlgorithm.ecies(.standard, .sha256, hasVariableVector: true)
    let sealed = try message.withUnsafeBytes { try curve.publicKey().encrypt($0, with: ecies) }
    let count = try sealed.withUnsafeBytes { try curve.decrypt($0, with: ecies).count }
    print("decrypted: \(count)")
}

func useWrongKeys() {
    let garbage = SecretBytes(copying: [0x30, 3, 2, 1, 1])
    for type in KeyType.allCases {
        do { _ = try PrivateKey(type: type, representation: garbage) } catch { print("\(type): \(error.reason)") }
    }
    do {
        let key = try PrivateKey.generate(.rsa(bits: 1024))
        let block = [UInt8](repeating: 1, count: 128)
        try block.withUnsafeBytes { _ = try key.decrypt($0, with: .rsaEncryptionOAEP(.sha1)) }
    } catch { print("decryption: \(error)") }
}

/// Whether the default context, which is the program's, finds an algorithm.
func printDefaultContext() throws {
    let fetch = try ownOpenSSL("EVP_MD_fetch", as: Fetch.self)
    print("default context: \(fetch(nil, "SHA256", nil) != nil)")
}

func errors() throws -> [UInt] {
    let next = try ownOpenSSL("ERR_get_error", as: NextError.self)
    var found: [UInt] = []
    while case let code = next(), code != 0 { found.append(code) }
    return found
}

/// Leaves errors in the thread's queue, as a program does that looks at them later.
func failOnPurpose() throws {
    let fetch = try ownOpenSSL("EVP_MD_fetch", as: Fetch.self)
    for name in ["no such hash", "nor such"] { _ = fetch(nil, name, nil) }
}

func compareErrors() throws {
    try failOnPurpose()
    let expected = try errors()
    try failOnPurpose()
    try useKeys()
    useWrongKeys()
    print("errors kept: \(try errors() == expected && expected.count == 2)")
    useWrongKeys()
    print("errors left: \(try errors().count)")
}

func endWhileOthersSign() throws {
    let key = try PrivateKey.generate(.ellipticCurve(.p256))
    let algorithm = KeyAlgorithm.ecdsa(.x962, .message(.sha256))
    // SAFETY: the threads only read it, and it is never released.
    let shared = Unmanaged.passRetained(Box(key, algorithm))
    var descriptors: [Int32] = [0, 0]
    pipe(&descriptors)
    shared.takeUnretainedValue().signal = descriptors[1]
    for _ in 0..<4 {
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { box in
                guard let box else { return nil }
                let work = Unmanaged<Box>.fromOpaque(box).takeUnretainedValue()
                var byte: UInt8 = 0
                while true {
                    _ = try? [UInt8](repeating: 1, count: 10).withUnsafeBytes {
                        try work.key.sign($0, with: work.algorithm)
                    }
                    if work.signal >= 0 { _ = write(work.signal, &byte, 1) }
                }
            }, shared.toOpaque())
    }
    var bytes = [UInt8](repeating: 0, count: 64)
    _ = read(descriptors[0], &bytes, bytes.count)
    print("ends")
}

final class Box: @unchecked Sendable {
    let key: PrivateKey
    let algorithm: KeyAlgorithm
    var signal: Int32 = -1
    init(_ key: PrivateKey, _ algorithm: KeyAlgorithm) { (self.key, self.algorithm) = (key, algorithm) }
}

switch CommandLine.arguments.dropFirst().first {
case "load":
    print("before: \(isInMemory())")
    try useKeys()
    print("after: \(isInMemory())")
case "configuration":
    try useKeys()
    try printDefaultContext()
case "shared":
    _ = try ownOpenSSL("EVP_MD_fetch", as: Fetch.self)
    try useKeys()
    try printDefaultContext()
case "cleaned":
    CryptoLibrary.removeSettingsFromEnvironment()
    try printDefaultContext()
case "program": try printDefaultContext()
case "errors": try compareErrors()
case "legacy":
    _ = try CryptoLibrary.loadLegacy()
    print("legacy: true")
case "memory": try searchMemory()
case "exit": try endWhileOthersSign()
default: exit(2)
}
