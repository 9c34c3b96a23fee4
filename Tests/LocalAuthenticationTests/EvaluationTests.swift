import LocalAuthentication
import Synchronization
import Testing

/// What holds for evaluations whatever evaluates them.
@Suite(.timeLimit(.minutes(60))) struct EvaluationTests {
    @MainActor @Test func successIsRepliedElsewhere() async throws {
        let replies = Replies()
        LAContext(session: FakeSession())
            .evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "log in", reply: replies.closure)
        let reply = try #require(await replies.next())
        #expect(reply.success)
        #expect(reply.error == nil)
        #expect(!reply.isOnMainThread)
    }

    @Test func nothingIsRepliedOnTheStackOfTheCaller() async throws {
        // Were it, this lock would be taken twice by one thread, which traps.
        let lock = Mutex(0)
        let context = LAContext(session: FakeSession())
        let (ends, end) = AsyncStream<Void>.makeStream()
        lock.withLock { _ in
            for reason in ["log in", ""] {
                context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: reason) { _, _ in
                    lock.withLock { $0 += 1 }
                    end.yield()
                }
            }
            context.invalidate()
            context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "log in") { _, _ in
                lock.withLock { $0 += 1 }
                end.yield()
            }
        }
        for await _ in ends.prefix(3) {}
        #expect(lock.withLock { $0 } == 3)
    }

    @Test func failureIsRepliedWithItsCodeAndReason() async throws {
        let session = FakeSession(.answers(.biometryLockout))
        session.state.withLock { $0.reason = "5 attempts" }
        let replies = Replies()
        LAContext(session: session)
            .evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "log in", reply: replies.closure)
        let reply = try #require(await replies.next())
        #expect(!reply.success)
        #expect(reply.code == .biometryLockout)
        let error = try #require(reply.error) as NSError
        #expect(error.domain == "com.apple.LocalAuthentication")
        #expect(error.localizedDescription.contains("locked"))
        #expect(error.localizedFailureReason == "5 attempts")
    }

    @Test func anEmptyReasonIsAnErrorOfTheProgram() async throws {
        let context = LAContext(session: FakeSession())
        context.localizedReason = "for items, not for policies"
        let replies = Replies()
        context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "", reply: replies.closure)
        let reply = try #require(await replies.next())
        #expect(!reply.success)
        let error = try #require(reply.error) as NSError
        #expect(error.domain == NSOSStatusErrorDomain)
        #expect(error.code == Int(errSecParam))
        #expect(error as? LAError == nil)
        await #expect(throws: NSError.self) {
            try await context.evaluateAccessControl(try control(), operation: .useItem, localizedReason: "")
        }
    }

    @Test func theTextsGoToThePrompt() async throws {
        let session = FakeSession()
        let context = LAContext(session: session)
        try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "log in")
        #expect(await session.nextBegun() == PromptTexts(reason: "log in", cancelTitle: nil, fallbackTitle: nil))
        context.localizedCancelTitle = "No"
        context.localizedFallbackTitle = ""
        try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "pay")
        #expect(await session.nextBegun() == PromptTexts(reason: "pay", cancelTitle: "No", fallbackTitle: ""))
        context.localizedReason = "open the safe"
        #expect(context.presentation(reason: "").reason == "open the safe")
        #expect(context.presentation(reason: "now").reason == "now")
    }

    @Test func evaluationsAreServedOneAfterTheOther() async throws {
        let session = FakeSession(.waits)
        let context = LAContext(session: session)
        let first = Replies()
        let second = Replies()
        context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "first", reply: first.closure)
        context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "second", reply: second.closure)
        #expect(await session.nextBegun()?.reason == "first")
        session.answer(.userCancel)
        #expect(await first.next()?.code == .userCancel)
        #expect(await session.nextBegun()?.reason == "second")
        session.answer(nil)
        #expect(await second.next()?.success == true)
        #expect(session.state.withLock { !$0.overlapped })
    }

    @Test func aReplyMayWaitForTheReplyOfAnotherEvaluation() async throws {
        let context = LAContext(session: FakeSession())
        let replies = Replies()
        context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "outer") { _, _ in
            let done = DispatchSemaphore(value: 0)
            context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "inner") { _, _ in done.signal() }
            done.wait()
            replies.closure(true, nil)
        }
        #expect(await replies.next()?.success == true)
    }

    @Test func aReplyMayAskWhatCanBeEvaluated() async {
        let context = LAContext(session: FakeSession())
        let replies = Replies()
        context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "log in") { _, _ in
            replies.closure(context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil), nil)
        }
        #expect(await replies.next()?.success == true)
    }

    @Test func aContextThatTheProgramLetsGoOfIsKeptUntilTheReply() async throws {
        let session = FakeSession(.waits)
        let replies = Replies()
        weak var weakContext: LAContext?
        do {
            let context = LAContext(session: session)
            weakContext = context
            context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "log in", reply: replies.closure)
        }
        _ = await session.nextBegun()
        #expect(weakContext != nil)
        #expect(session.state.withLock { $0.invalidations } == 0)
        session.answer(nil)
        #expect(await replies.next()?.success == true)
    }

    @Test func theEndOfAContextEndsItsSession() {
        let session = FakeSession()
        do { _ = LAContext(session: session) }
        #expect(session.state.withLock { $0.invalidations } == 1)
    }

    @Test func accessControlsAreEvaluatedLikewise() async throws {
        let session = FakeSession()
        let context = LAContext(session: session)
        let replies = Replies()
        context.evaluateAccessControl(
            try control(), operation: .useKeySign, localizedReason: "sign", reply: replies.closure)
        #expect(await replies.next()?.success == true)
        #expect(
            try await context.evaluateAccessControl(try control(), operation: .useItem, localizedReason: "read"))
        session.state.withLock { $0.person = .answers(.userFallback) }
        await #expect(throws: LAError(.userFallback)) {
            try await context.evaluateAccessControl(try control(), operation: .useItem, localizedReason: "read")
        }
    }

    private func control() throws -> SecAccessControl {
        try #require(SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, .userPresence, nil))
    }
}
