import LocalAuthentication
import Synchronization
import Testing

/// `invalidate()`, and tasks that are cancelled.
@Suite(.timeLimit(.minutes(60))) struct InvalidationTests {
    @Test func aPendingEvaluationGetsAppCancel() async throws {
        let session = FakeSession(.waits)
        let context = LAContext(session: session)
        let replies = Replies()
        context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "log in", reply: replies.closure)
        _ = await session.nextBegun()
        await Task.detached { context.invalidate() }.value
        #expect(await replies.next()?.code == .appCancel)
        #expect(session.state.withLock { $0.invalidations } == 1)
    }

    @Test func invalidationDoesNotWaitForAHangingReader() async throws {
        let session = FakeSession(.hangs)
        let context = LAContext(session: session)
        let running = Replies()
        let waiting = Replies()
        context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "running", reply: running.closure)
        context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "waiting", reply: waiting.closure)
        #expect(await session.nextBegun()?.reason == "running")
        context.invalidate()
        #expect(await running.next()?.code == .appCancel)
        #expect(await waiting.next()?.code == .appCancel)
        // What the reader says at last is not heard any more.
        session.answer(nil)
        let later = Replies()
        context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "later", reply: later.closure)
        #expect(await later.next()?.code == .invalidContext)
        #expect(await running.rest().isEmpty)
        #expect(await waiting.rest().isEmpty)
    }

    @Test func laterUseIsInvalidContext() async throws {
        let session = FakeSession()
        let context = LAContext(session: session)
        #expect(context.setCredential(Data("1234".utf8), type: .applicationPassword))
        context.invalidate()
        context.invalidate()
        #expect(session.state.withLock { $0.invalidations } == 1)

        var error: NSError?
        #expect(!context.canEvaluatePolicy(.deviceOwnerAuthentication, error: &error))
        #expect(error?.code == LAError.invalidContext.rawValue)
        await #expect(throws: LAError(.invalidContext)) {
            try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "log in")
        }
        #expect(!context.setCredential(Data("1234".utf8), type: .applicationPassword))
        #expect(!context.isCredentialSet(.applicationPassword))
    }

    /// The program gets exactly one result, in either order.
    @Test func answerAndInvalidationRace() async throws {
        for _ in 0..<200 {
            let session = FakeSession(.waits)
            let replies = Replies()
            let context = LAContext(session: session)
            context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "log in", reply: replies.closure)
            await withTaskGroup(of: Void.self) { group in
                group.addTask { session.answer(nil) }
                group.addTask { context.invalidate() }
            }
            let reply = try #require(await replies.next())
            #expect(reply.success || reply.code == .appCancel)
            let after = Replies()
            context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "log in", reply: after.closure)
            _ = await after.next()
            #expect(await replies.rest().isEmpty)
        }
    }

    @Test func theEndOfATaskEndsItsEvaluationAndNoOther() async throws {
        let session = FakeSession(.waits)
        let context = LAContext(session: session)
        let task = Task { try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "task") }
        #expect(await session.nextBegun()?.reason == "task")
        let other = Replies()
        context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "other", reply: other.closure)
        task.cancel()
        await #expect(throws: LAError(.appCancel)) { try await task.value }
        #expect(await session.nextBegun()?.reason == "other")
        session.answer(nil)
        #expect(await other.next()?.success == true)
        #expect(session.state.withLock { $0.invalidations } == 0)
    }

    @Test func aTaskThatIsCancelledBeforeShowsNothing() async throws {
        let session = FakeSession()
        let context = LAContext(session: session)
        let (gate, open) = AsyncStream<Void>.makeStream()
        let task = Task {
            for await _ in gate {}
            return try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "too late")
        }
        task.cancel()
        open.finish()
        await #expect(throws: LAError(.appCancel)) { try await task.value }
        try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "in time")
        #expect(await session.nextBegun()?.reason == "in time")
    }

    @Test func cancelHandlerRunsOnceAndNotAfterwards() {
        let cancellation = EvaluationCancellation()
        let runs = Mutex(0)
        cancellation.withHandler(onCancel: { runs.withLock { $0 += 1 } }) {}
        cancellation.cancel()
        #expect(runs.withLock { $0 } == 0)
        cancellation.withHandler(onCancel: { runs.withLock { $0 += 1 } }) { #expect(cancellation.isCancelled) }
        cancellation.cancel()
        #expect(runs.withLock { $0 } == 1)

        let nested = EvaluationCancellation()
        nested.withHandler(onCancel: { runs.withLock { $0 += 10 } }) {
            nested.withHandler(onCancel: { runs.withLock { $0 += 100 } }) { nested.cancel() }
        }
        #expect(runs.withLock { $0 } == 111)
    }
}
