import Foundation
import os.log

// What is logged appears on standard error with OS_ACTIVITY_DT_MODE, as on Apple's systems.

#if canImport(CryptoKit)
    #error("a module that was not chosen for this target")
#endif

let log = OSLog(subsystem: "com.example.kit", category: "test")
let logger = Logger(subsystem: "com.example.kit", category: "logger")
let secret = "hunter2"

os_log("%{public}@ has %d passwords, one is %@", log: log, type: .info, "kim", 3, secret)
logger.error("status \(-25300) for \("kim", privacy: .public): \(secret)")

let lock = OSAllocatedUnfairLock(initialState: 0)
DispatchQueue.concurrentPerform(iterations: 1000) { _ in lock.withLock { $0 += 1 } }
print("lock: \(lock.withLock { $0 })")
