import Glibc
import Testing

@testable import Secrets

/// A process whose address space may not grow. Each in a process of its own.
@Suite struct SecretMemoryTests {
    @Test func largeSecretIsRefusedBeforeItBegins() async {
        await #expect(processExitsWith: .success) {
            SecretMemory.keepReserve()
            guard SecretMemory.hasRoom(for: 16 << 20) else { exit(2) }
            limitAddressSpace(beyond: 16 << 20)
            guard !SecretMemory.hasRoom(for: 16 << 20), SecretMemory.hasRoom(for: 100) else { exit(3) }
            exit(SecretBytes(copying: [1, 2, 3]).count == 3 ? 0 : 4)
        }
    }

    /// What has begun is finished from the reserve, and nothing begins until it is there again.
    @Test func requestThatHasBegunIsFinishedFromTheReserve() async {
        await #expect(processExitsWith: .success) {
            SecretMemory.keepReserve()
            let before = limitAddressSpace(beyond: 0)
            let secret = SecretBytes(zeros: 32)
            guard !SecretMemory.hasRoom(for: 0) else { exit(2) }
            var limit = before
            setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
            guard SecretMemory.hasRoom(for: 0) else { exit(3) }
            exit(secret.count == 32 ? 0 : 4)
        }
    }

    @Test func programWithoutReserveEndsWithAReason() async throws {
        let result = try await #require(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
            SecretMemory.endProgramWithReason()
            _ = SecretBytes(zeros: 1)
            limitAddressSpace(beyond: 0)
            _ = SecretBytes(zeros: 1 << 30)
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("not enough memory for secrets") && text.contains("next: "), "\(text)")
    }
}

/// Lets the address space grow by at most `size` bytes, and returns the limits from before.
@discardableResult private func limitAddressSpace(beyond size: Int) -> rlimit {
    var pages = [UInt8](repeating: 0, count: 64)
    let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    let count = read(file, &pages, pages.count)
    close(file)
    let used = pages[..<max(count, 0)].prefix { $0 != 0x20 }.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    var before = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &before)
    var limit = before
    limit.rlim_cur = rlim_t(used * sysconf(Int32(_SC_PAGESIZE)) + size)
    setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    return before
}
