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
        var prompt = Prompt(.finger, session.request.presentation)
        prompt.message = Self.touch
        let fallback = fallback ?? (requirement.hasOwnFallback ? .afterMismatch : .never)
        // An empty title means that the program wants no such button.
        let isWanted = session.request.presentation.fallbackTitle != ""
        prompt.offersFallback = fallback == .always && isWanted
        try session.show(prompt, isOptional: true)
        let ticket = equipment.readerQueue.enter { [events = session.events] in events.post(.turn) }
        let pending = PendingMatch()
        defer {
            pending.end()
            equipment.readerQueue.leave(ticket)
        }
        var mismatches = 0
        while true {
            switch session.next() {
            case .turn:
                // Meanwhile another evaluation may have used the last attempt, or a finger may have been enrolled.
                set = try usableSet(requirement)
                startMatching(pending, session.events)
            case .reader(.waiting):
                prompt.message = mismatches == 0 ? Self.touch : Self.again
                try session.show(prompt, isOptional: true)
            case .reader(.retry(let advice)):
                prompt.message = advice
                try session.show(prompt, isOptional: true)
            case .match(.matched):
                equipment.attempts.matched(for: program)
                return set
            case .match(.mismatched):
                mismatches += 1
                equipment.attempts.failed()
                if equipment.attempts.isLockedOut { throw .lockedOut }
                guard mismatches < maximumMismatches else {
                    throw AuthenticationError(.authenticationFailed, "the finger is not enrolled")
                }
                prompt.message = Self.again
                prompt.offersFallback = fallback != .never && isWanted
                try session.show(prompt, isOptional: true)
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

    private static let touch = "Touch the fingerprint reader."
    private static let again = "That did not match. Try again."

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
