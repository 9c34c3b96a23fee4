import Dispatch
import Secrets

/// Argon2, version 1.3, by libgcrypt, with a thread for each lane.
///
/// Specified in: RFC 9106.
package struct Argon2: Sendable, Equatable {
    /// A variant: the order in which memory is read.
    package enum Variant: Int32, Sendable {
        case d = 0
        case id = 2
    }

    /// The variant.
    package let variant: Variant
    /// The memory in KiB.
    package let memory: Int
    /// The number of passes over the memory.
    package let passes: Int
    /// The number of lanes.
    package let lanes: Int

    /// The most memory in KiB that a file can demand: 1 GiB.
    package static let mostMemory = 1 << 20
    /// The most memory times passes, in KiB: about 20 s of work.
    package static let mostWork = 12 << 20
    /// The most lanes.
    package static let mostLanes = 64

    /// Makes a derivation with the costs that a file demands.
    ///
    /// - Throws: `.tooLarge` for one that exceeds a limit, `.damaged` for one that does not exist.
    package init(_ variant: Variant, memory: Int, passes: Int, lanes: Int) throws(ExchangeError) {
        guard memory >= 8, passes >= 1, lanes >= 1, memory / 8 >= lanes else {
            throw ExchangeError(.damaged, "the costs of the password's derivation are invalid")
        }
        guard memory <= Self.mostMemory, lanes <= Self.mostLanes, passes <= Self.mostWork / memory else {
            throw ExchangeError(
                .tooLarge,
                "the file demands \(memory >> 10) MiB of memory, \(passes) passes and \(lanes) lanes to derive its key; at most 1024 MiB, "
                    + "\(Self.mostWork >> 20) GiB in all passes and \(Self.mostLanes) lanes are accepted",
                remedy: "set lower costs in the program that the file is from, and save it again")
        }
        (self.variant, self.memory, self.passes, self.lanes) = (variant, memory, passes, lanes)
    }

    /// Derives a key.
    ///
    /// - Parameters:
    ///   - password: at least a byte.
    ///   - salt: at least a byte.
    ///   - key: the optional secret of RFC 9106.
    ///   - associated: the optional associated data of RFC 9106.
    ///   - count: the number of bytes.
    ///   - check: called between parts of the work; with an error, the derivation ends.
    /// - Throws: what `check` throws, or `.unsupported`, `.damaged`, `.tooLarge`.
    package func derive(
        _ password: UnsafeRawBufferPointer, salt: UnsafeRawBufferPointer,
        key: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0),
        associated: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0), count: Int = 32,
        check: () throws(ExchangeError) -> Void = {}
    ) throws(ExchangeError) -> SecretBytes {
        let library = try GcryptLibrary.load()
        var opened: OpaquePointer?
        let parameters = [UInt(count), UInt(passes), UInt(memory), UInt(lanes)]
        let status = library.openDerivation(
            &opened, Self.number, variant.rawValue, parameters, 4, password.baseAddress, password.count,
            salt.baseAddress, salt.count, key.baseAddress, key.count, associated.baseAddress, associated.count)
        guard status == 0, let handle = opened else {
            throw status & 0xFFFF == Self.noMemory
                ? ExchangeError(
                    .tooLarge, "there are not \(memory >> 10) MiB of memory to derive the key",
                    remedy: "close other programs, and try again")
                : ExchangeError(.damaged, "the key cannot be derived: password or salt is empty")
        }
        defer { library.closeDerivation(handle) }
        try compute(handle, library, check)
        return try SecretBytes(count: count) { output throws(ExchangeError) in
            guard library.final(handle, output.count, output.baseAddress) == 0 else {
                throw ExchangeError(.unsupported, "libgcrypt cannot derive the key")
            }
        }
    }

    /// `GCRY_KDF_ARGON2`.
    private static let number: Int32 = 64
    /// `GPG_ERR_ENOMEM`: the bit for errors of the system, and the number that libgpg-error has for it.
    private static let noMemory: UInt32 = 1 << 15 | 86

    private func compute(
        _ handle: OpaquePointer, _ library: GcryptLibrary, _ check: () throws(ExchangeError) -> Void
    ) throws(ExchangeError) {
        var failure: ExchangeError?
        let status = withoutActuallyEscaping(check) { check in
            let jobs = LaneJobs { () -> Bool in
                do throws(ExchangeError) {
                    try check()
                    return true
                } catch {
                    failure = error
                    return false
                }
            }
            return withExtendedLifetime(jobs) {
                var operations = ThreadOperations(
                    context: Unmanaged.passUnretained(jobs).toOpaque(), dispatch: addJob, wait: runJobs)
                return library.compute(handle, &operations)
            }
        }
        if let failure { throw failure }
        guard status == 0 else { throw ExchangeError(.unsupported, "libgcrypt cannot derive the key") }
    }
}

/// The layout of `gcry_kdf_thread_ops_t`.
private struct ThreadOperations {
    var context: UnsafeMutableRawPointer?
    var dispatch: @convention(c) (UnsafeMutableRawPointer?, LaneJob.Function?, UnsafeMutableRawPointer?) -> Int32
    var wait: @convention(c) (UnsafeMutableRawPointer?) -> Int32
}

/// The work on a quarter of a lane.
private struct LaneJob: @unchecked Sendable {
    // Sendable: libgcrypt has its threads run each job once, at the same time as those of other lanes.
    typealias Function = @convention(c) (UnsafeMutableRawPointer?) -> Void
    let function: Function
    let argument: UnsafeMutableRawPointer?
}

/// The jobs that can run at the same time: a quarter of each lane.
private final class LaneJobs {
    var waiting: [LaneJob] = []
    let continues: () -> Bool

    init(_ continues: @escaping () -> Bool) { self.continues = continues }

    func run() -> Bool {
        let jobs = waiting
        waiting.removeAll(keepingCapacity: true)
        DispatchQueue.concurrentPerform(iterations: jobs.count) { jobs[$0].function(jobs[$0].argument) }
        return continues()
    }
}

private func addJob(
    _ context: UnsafeMutableRawPointer?, _ function: LaneJob.Function?, _ argument: UnsafeMutableRawPointer?
) -> Int32 {
    guard let context, let function else { return -1 }
    let jobs = Unmanaged<LaneJobs>.fromOpaque(context).takeUnretainedValue()
    jobs.waiting.append(LaneJob(function: function, argument: argument))
    return 0
}

private func runJobs(_ context: UnsafeMutableRawPointer?) -> Int32 {
    guard let context else { return -1 }
    return Unmanaged<LaneJobs>.fromOpaque(context).takeUnretainedValue().run() ? 0 : -1
}
