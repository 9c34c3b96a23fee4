import Foundation
import PasswordManagerTesting
import Testing

@testable import AppExtensions

@Suite struct CancellationTests {
    private let desktop: TestDesktop
    init() throws { desktop = try TestDesktop() }

    /// The task ends, and the manager sees that the caller no longer waits. The best of several counts: other tests run too.
    @Test func theSheetIsClosedWithin100Milliseconds() async throws {
        let toy = try desktop.install { _ in .silence }
        var times: [(thrown: Duration, closed: Duration)] = []
        var requests = toy.requests.makeAsyncIterator()
        var hangUps = toy.hangUps.makeAsyncIterator()
        for _ in 0..<10 {
            let manager = desktop.passwordManager()
            let task = Task { () -> (PasswordManagerError.Code?, ContinuousClock.Instant) in
                do throws(PasswordManagerError) {
                    _ = try await manager.findLogin(forURLString: "acme.example")
                    return (nil, .now)
                } catch { return (error.code, .now) }
            }
            _ = await requests.next()
            let start = ContinuousClock.now
            task.cancel()
            let (code, end) = await task.value
            #expect(code == .cancelledByUser)
            let closed = try #require(await hangUps.next())
            times.append((end - start, closed - start))
        }
        #expect(times.contains { $0.thrown < .milliseconds(100) && $0.closed < .milliseconds(100) }, "\(times)")
    }

    @Test func cancelledTaskShowsNoPrompt() async throws {
        let toy = try desktop.install { _ in .silence }
        let manager = desktop.passwordManager()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await manager.findLogin(forURLString: "acme.example")
        }
        await #expect(throws: PasswordManagerError(.cancelledByUser, "")) { try await task.value }
        _ = toy
    }

    /// Neither a window nor a page that never answers keeps the task.
    @Test func cancellingDoesNotWaitForTheProgramsOwnWindow() async throws {
        struct Silent: PresentationParent, WebPage {
            let asked: AsyncStream<Void>.Continuation
            func never<Value>() async -> Value {
                asked.yield()
                return await withUnsafeContinuation { (_: UnsafeContinuation<Value, Never>) in }
            }
            func windowHandle() async -> String? { await never() }
            func currentURL() async -> String? { await never() }
            func pageModel() async throws -> Data { Data() }
            func fill(with plan: Data) async throws {}
        }
        let toy = try desktop.install { _ in .silence }
        let (asked, continuation) = AsyncStream<Void>.makeStream()
        let silent = Silent(asked: continuation)
        let manager = desktop.passwordManager()
        let finding = Task { try await manager.findLogin(forURLString: "acme.example", for: silent) }
        let filling = Task { try await manager.fillItem(intoWebView: silent) }
        var asks = asked.makeAsyncIterator()
        for _ in 0..<2 { await asks.next() }
        finding.cancel()
        filling.cancel()
        await #expect(throws: PasswordManagerError(.cancelledByUser, "")) { try await finding.value }
        await #expect(throws: PasswordManagerError(.cancelledByUser, "")) { try await filling.value }
        _ = toy
    }

    /// One request waits for a person; others are answered meanwhile.
    @Test func aRequestThatWaitsDelaysNoOther() async throws {
        let toy = try desktop.install { received in
            received.message.url == "waits" ? .silence : ToyPasswordManager.login("wile", "secret")
        }
        let manager = desktop.passwordManager()
        let waiting = Task { try await manager.findLogin(forURLString: "waits") }
        _ = await toy.requests.next()
        for _ in 0..<3 { #expect(try await manager.findLogin(forURLString: "acme.example").password == "secret") }
        waiting.cancel()
        await #expect(throws: PasswordManagerError(.cancelledByUser, "")) { try await waiting.value }
    }
}
