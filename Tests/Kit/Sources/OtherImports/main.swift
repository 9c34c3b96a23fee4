import CoreFoundation
import CryptoKit
import Foundation
import FoundationOnly
import LocalAuthentication
import os.log

// The modules beside Security. What it logs appears on standard error with OS_ACTIVITY_DT_MODE, as on Apple's systems.

let log = OSLog(subsystem: "com.example.kit", category: "test")
let logger = Logger(subsystem: "com.example.kit", category: "logger")
let secret = "hunter2"

os_log("%{public}@ has %d passwords, one is %@", log: log, type: .info, "kim", 3, secret)
logger.error("status \(errSecItemNotFound) for \("kim", privacy: .public): \(secret)")

let lock = OSAllocatedUnfairLock(initialState: 0)
DispatchQueue.concurrentPerform(iterations: 1000) { _ in lock.withLock { $0 += 1 } }
print("lock: \(lock.withLock { $0 })")

let name: CFString = "kit" as CFString
let dictionary = CFDictionaryCreateMutable(kCFAllocatorDefault, 0, nil, nil)
print("core foundation: \(CFGetTypeID(name) == CFStringGetTypeID()), \(dictionary != nil)")

let digest = SHA256.hash(data: Data("abc".utf8)).map { String(format: "%02x", $0) }.joined()
let key = SymmetricKey(size: .bits256)
let box = try AES.GCM.seal(Data(secret.utf8), using: key)
let opened = try AES.GCM.open(box, using: key)
let signer = P256.Signing.PrivateKey()
let signature = try signer.signature(for: opened)
print(
    "crypto kit: \(digest.prefix(8)), \(String(decoding: opened, as: UTF8.self) == secret),",
    signer.publicKey.isValidSignature(signature, for: opened), SecureEnclave.isAvailable)

let passwords = PasswordBox(service: "kit.example.com")
try passwords.add(secret, for: "kim")
print("keychain: \(passwords["kim"] == secret)")
try passwords.remove("kim")
print("keychain: \(passwords["kim"] == nil)")

var problem: NSError?
let context = LAContext()
context.invalidate()
let canEvaluate = context.canEvaluatePolicy(.deviceOwnerAuthentication, error: &problem)
print("local authentication: \(canEvaluate), \(problem?.code == LAError.invalidContext.rawValue)")
