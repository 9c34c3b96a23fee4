import DataProtection
import Foundation
import Glibc
import KeychainServices

/// The benchmark of a protected file of 1 GiB, written and read in children of this executable, compared with openssl's figure for
/// AES-256-GCM on one core, and with plain files.
///
/// It is measured in memory (`/dev/shm`), so that the disk does not count; there the kernel allocates pages of 4 KiB, in one thread at a
/// time. It is also measured on the disk's file system until the system has accepted all bytes, so that the disk does not count either; the
/// time until they are durable has a line of its own.
struct FileBench {
    let directory: String
    /// A directory on a disk.
    let diskDirectory: String
    private static let size = 1 << 30
    private static let pieceSize = 1 << 20

    func run(_ report: inout Report) throws {
        let floor = try Self.opensslSpeed()
        report.line("openssl speed, AES-256-GCM, pieces of 64 KiB", Self.text(floor), target: "-", met: true)
        for operation in ["write", "read"] {
            let protected = try best(of: 3, operation, in: directory)
            let plain = try best(of: 3, "plain-" + operation, in: directory)
            let share = protected.durableRate / floor
            report.line(
                "1 GiB, \(operation)", "\(Self.text(protected.durableRate)), \(share.formatted(2)) × openssl's",
                target: "≥ 0.5 ×", met: share >= 0.5)
            report.line("the same, a plain file", Self.text(plain.durableRate), target: "-", met: true)
            let memory = (protected.memory - plain.memory) / 1024
            report.line(
                "memory for it, compared with the plain file's", "\(memory) MiB of \(protected.memory / 1024)",
                target: "≤ 16 MiB",
                met: memory <= 16)
        }
        try runOnDisk(&report, floor)
    }

    private func runOnDisk(_ report: inout Report, _ floor: Double) throws {
        let protected = try best(of: 5, "write", in: diskDirectory)
        let plain = try best(of: 5, "plain-write", in: diskDirectory)
        let share = protected.rate / floor
        report.line(
            "1 GiB, write, to the disk's file system",
            "\(Self.text(protected.rate)), \(share.formatted(2)) × openssl's",
            target: "≥ 0.5 ×", met: share >= 0.5)
        report.line("the same, a plain file", Self.text(plain.rate), target: "-", met: true)
        let (rate, plainRate) = (Self.text(protected.durableRate), Self.text(plain.durableRate))
        report.line("until it is durable", "\(rate); a plain file \(plainRate)", target: "-", met: true)
    }

    private static func text(_ rate: Double) -> String { "\((rate / 1e9).formatted(2)) GB/s" }

    private struct Result {
        /// Bytes per second, until the system has accepted them and until they are durable.
        var rate = 0.0
        var durableRate = 0.0
        /// The peak memory in KiB.
        var memory = 0
    }

    private func best(of count: Int, _ operation: String, in directory: String) throws -> Result {
        var best = Result()
        for _ in 0..<count {
            let numbers = try ChildProcess.numbers(["file-once", directory, operation])
            guard numbers.count == 3 else { throw BenchError("file-once \(operation)") }
            best.rate = max(best.rate, Double(Self.size) / Double(numbers[0]) * 1e9)
            best.durableRate = max(best.durableRate, Double(Self.size) / Double(numbers[1]) * 1e9)
            best.memory = max(best.memory, numbers[2])
        }
        return best
    }

    /// Returns openssl's figure in bytes per second.
    private static func opensslSpeed() throws -> Double {
        let line = try OpenSSLSpeed.line("gcm", ["-seconds", "3", "-bytes", "65536", "-evp", "aes-256-gcm"])
        guard let figure = line.last?.dropLast(), let thousands = Double(figure) else {
            throw BenchError("openssl speed")
        }
        return thousands * 1000
    }

    // MARK: - In the child

    /// Prints the nanoseconds until the system had accepted all bytes and until they were durable, and the process's peak memory in KiB.
    static func once(directory: String, operation: String) throws {
        let keychain = try Keychain(
            root: KeychainRoot(path: directory + "/home"), accessGroups: AccessGroups(["bench"]),
            passcodeCost: .cheapForTests)
        let name = operation.hasPrefix("plain") ? "/plain" : "/protected"
        let url = URL(fileURLWithPath: directory + name)
        let start = ContinuousClock.now
        let handedOver = try Keychain.$override.withValue(keychain) {
            switch operation {
            case "write": return try write(url)
            case "read": try read(url)
            case "plain-write": return try writePlain(url)
            default: try readPlain(url)
            }
            return ContinuousClock.now
        }
        let end = ContinuousClock.now
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        print(Int((handedOver - start) / .nanoseconds(1)), Int((end - start) / .nanoseconds(1)), usage.ru_maxrss)
    }

    /// Writes the protected file.
    ///
    /// - Returns: the time at which the system had accepted all bytes.
    private static func write(_ url: URL) throws -> ContinuousClock.Instant {
        let piece = Data(repeating: 7, count: pieceSize)
        let writer = try ProtectedFileWriter(url)
        for _ in 0..<size / pieceSize { try writer.write(contentsOf: piece) }
        let handedOver = ContinuousClock.now
        try writer.finish()
        return handedOver
    }

    private static func read(_ url: URL) throws {
        let reader = try ProtectedFileReader(url)
        var count = 0
        while case let piece = try reader.read(upToCount: pieceSize), !piece.isEmpty { count += piece.count }
        guard count == size else { throw BenchError("\(count) bytes") }
    }

    private static func writePlain(_ url: URL) throws -> ContinuousClock.Instant {
        let piece = Data(repeating: 7, count: pieceSize)
        _ = FileManager.default.createFile(atPath: url.path, contents: nil)
        let file = try FileHandle(forWritingTo: url)
        for _ in 0..<size / pieceSize { try file.write(contentsOf: piece) }
        let handedOver = ContinuousClock.now
        try file.synchronize()
        return handedOver
    }

    private static func readPlain(_ url: URL) throws {
        let file = try FileHandle(forReadingFrom: url)
        var count = 0
        while let piece = try file.read(upToCount: pieceSize), !piece.isEmpty { count += piece.count }
        guard count == size else { throw BenchError("\(count) bytes") }
    }
}
