import Dispatch
import Foundation
import KeychainServices
import Synchronization

extension Evaluation {
    /// The condition on which a prompt for a finger offers a fallback.
    enum Fallback {
        case never
        case always
        /// As for the program's own fallback: after a finger that did not match.
        case afterMismatch
    }

    /// Waits for a finger that matches.
    ///
    /// - Returns: the hash of the enrolled set.
    /// - Throws: `.userFallback` if the user chose the fallback; the error that keeps the reader from being used.
    func finger(
        _ session: PromptSession, _ requirement: AuthenticationRequirement, fallback: Fallback? = nil
    ) throws(AuthenticationError) -> Data {
        var set = try usableSet(requirement)
        if requirement.enrolledSet == nil,
            equipment.attempts.hasMatched(for: program, within: session.request.presentation.reuse)
        {
            return set
        }
        var prompt = FingerPrompt(
            session.request.presentation, fallback ?? (requirement.hasOwnFallback ? .afterMismatch : .never))
        try prompt.begin(session)
        let ticket = equipment.readerQueue.enter { [events = session.events] in events.post(.turn) }
        let pending = PendingMatch()
        defer {
            pending.end()
            equipment.readerQueue.leave(ticket)
        }
        try match(&set, session, requirement, &prompt, pending)
        return set
    }

    /// Waits for the reader, and for a finger that matches.
    ///
    /// - Parameter set: the hash of the enrolled set, taken again when the reader is free.
    private func match(
        _ set: inout Data, _ session: PromptSession, _ requirement: AuthenticationRequirement,
        _ prompt: inout FingerPrompt, _ pending: PendingMatch
    ) throws(AuthenticationError) {
        while true {
            switch session.next() {
            case .turn:
                // Meanwhile another evaluation may have used the last attempt, or a finger may have been enrolled.
                set = try usableSet(requirement)
                startMatching(pending, session.events)
            case .reader(.waiting): try prompt.waiting(session)
            case .reader(.retry(let advice)): try prompt.retry(advice, session)
            case .match(.matched):
                return equipment.attempts.matched(for: program)
            case .match(.mismatched):
                try countMismatch(&prompt)
                try prompt.again(session)
                startMatching(pending, session.events)
            case .match(.failed(let error)): throw error
            case .answer(.fallBack): throw AuthenticationError(.userFallback, "the user chose the fallback")
            case .answer(let answer): try session.check(answer)
            case .cancelled:
                // Closed at once, because the reader may take long to stop.
                session.close()
                throw session.cancellationError
            case .timedOut: throw .noAnswer
            }
        }
    }

    /// - Throws: `.lockedOut`, or the error of the last mismatch that a prompt allows.
    private func countMismatch(_ prompt: inout FingerPrompt) throws(AuthenticationError) {
        prompt.mismatches += 1
        equipment.attempts.failed()
        if equipment.attempts.isLockedOut { throw .lockedOut }
        guard prompt.mismatches < maximumMismatches else {
            throw AuthenticationError(.authenticationFailed, "the finger is not enrolled")
        }
    }

    /// - Throws: the reason for which no finger is accepted.
    private func usableSet(_ requirement: AuthenticationRequirement) throws(AuthenticationError) -> Data {
        switch equipment.biometry(needsPasscodeFirst: needsPasscodeFirst) {
        case .enrolled(let set):
            guard requirement.enrolledSet ?? set == set else {
                throw AuthenticationError(
                    .authenticationFailed,
                    "the enrolled fingerprints are not those that the item was bound to; it can no longer be opened")
            }
            return set
        case .lockedOut: throw .lockedOut
        case .notEnrolled:
            throw AuthenticationError(
                .biometryNotEnrolled, "no finger is enrolled", remedy: "enrol one with: chatelaine fingerprint enroll")
        case .notAvailable(let error): throw error
        }
    }

    /// Starts matching the next finger, on a separate thread.
    private func startMatching(_ pending: PendingMatch, _ events: EvaluationEventQueue) {
        let (cancellation, done) = pending.begin()
        let reader = equipment.reader
        Thread.detachNewThread {
            do throws(AuthenticationError) {
                let matches = try reader.match(cancellation) { event in
                    if cancellation.cause == nil { events.post(.reader(event)) }
                }
                events.post(.match(matches ? .matched : .mismatched))
            } catch {
                if cancellation.cause == nil { events.post(.match(.failed(error))) }
            }
            done.signal()
        }
    }
}

/// The prompt for a finger. It may remain unseen.
private struct FingerPrompt {
    private static let touch = "Touch the fingerprint reader."
    private static let again = "That did not match. Try again."

    private var prompt: Prompt
    private let fallback: Evaluation.Fallback
    var mismatches = 0

    init(_ presentation: AuthenticationPresentation, _ fallback: Evaluation.Fallback) {
        prompt = Prompt(.finger, presentation)
        // An empty title means that the program wants no such button.
        self.fallback = presentation.fallbackTitle == "" ? .never : fallback
    }

    mutating func begin(_ session: PromptSession) throws(AuthenticationError) {
        prompt.offersFallback = fallback == .always
        try show(Self.touch, session)
    }

    mutating func waiting(_ session: PromptSession) throws(AuthenticationError) {
        try show(mismatches == 0 ? Self.touch : Self.again, session)
    }

    mutating func retry(_ advice: String, _ session: PromptSession) throws(AuthenticationError) {
        try show(advice, session)
    }

    mutating func again(_ session: PromptSession) throws(AuthenticationError) {
        prompt.offersFallback = fallback != .never
        try show(Self.again, session)
    }

    private mutating func show(_ message: String, _ session: PromptSession) throws(AuthenticationError) {
        prompt.message = message
        try session.show(prompt, isOptional: true)
    }
}

/// A match in progress.
private final class PendingMatch: Sendable {
    private struct State: Sendable {
        var cancellation: AuthenticationCancellation?
        var done: DispatchSemaphore?
    }
    private let state = Mutex(State())

    func begin() -> (AuthenticationCancellation, DispatchSemaphore) {
        let (cancellation, done) = (AuthenticationCancellation(), DispatchSemaphore(value: 0))
        state.withLock { $0 = State(cancellation: cancellation, done: done) }
        return (cancellation, done)
    }

    /// Ends the match and waits until the reader is free for the next evaluation.
    func end() {
        let (cancellation, done) = state.withLock { ($0.cancellation, $0.done) }
        cancellation?.cancel(.systemCancel)
        done?.wait()
    }
}

extension AuthenticationError {
    package static var lockedOut: AuthenticationError {
        AuthenticationError(
            .biometryLockout, "too many fingers did not match, or the passcode has not been entered since the start",
            remedy: "enter the passcode: chatelaine unlock")
    }

    static var noAnswer: AuthenticationError {
        AuthenticationError(.systemCancel, "the user did not answer within a minute")
    }
}
