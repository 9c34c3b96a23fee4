import AgentClient
import AgentProtocol
import Authentication
import Foundation
import KeychainServices
import Secrets
import Synchronization

/// A user who does the same at every prompt of a kind, shown by a prompter in this process or by an agent.
package final class ScriptedPerson: Sendable {
    /// What the person does where a passcode is asked for, where an application password is, and at the reader's prompt.
    package struct Habits: Sendable {
        package var passcode = ScriptedPrompter.Act.type("1234")
        package var applicationPassword = ScriptedPrompter.Act.type("of the item")
        package var finger = ScriptedPrompter.Act.nothing

        package init() {}
    }

    private struct State {
        var habits = Habits()
        var answered: [Prompt.Kind] = []
    }
    private let state = Mutex(State())

    package init() {}

    package var habits: Habits {
        get { state.withLock { $0.habits } }
        set { state.withLock { $0.habits = newValue } }
    }

    /// The prompts at which the person did something.
    package var answered: [Prompt.Kind] { state.withLock { $0.answered } }

    package func react(to kind: Prompt.Kind) -> ScriptedPrompter.Act {
        state.withLock { state in
            let act =
                switch kind {
                case .finger: state.habits.finger
                case .passcode, .accountPassword: state.habits.passcode
                case .applicationPassword, .masterPassword: state.habits.applicationPassword
                }
            if case .nothing = act { return act }
            state.answered.append(kind)
            return act
        }
    }

    /// The person in front of prompts of this process.
    package var prompter: ScriptedPrompter { ScriptedPrompter { [self] in react(to: $0.kind) } }
}

/// A person in front of the questions of an agent, on a thread that ends when the agent does.
package final class ScriptedAnswers: Sendable {
    private let ended = DispatchSemaphore(value: 0)

    /// Returns when the agent knows that a prompter is connected.
    ///
    /// - Throws: `.missingEntitlement` if the agent lets no program show questions.
    package init(_ person: ScriptedPerson, at path: String) throws(KeychainError) {
        let isThere = DispatchSemaphore(value: 0)
        let failure = Mutex<KeychainError?>(nil)
        let ended = ended
        Thread.detachNewThread {
            let administration = AgentAdministration(at: path)
            var seen = Set<String>()
            do throws(KeychainError) {
                try administration.showQuestions { questions in
                    isThere.signal()
                    for question in questions.questions where question.hasAuthentication {
                        let prompt = question.authentication
                        // A finger's prompt does not repeat its question when its message changes, unless it then offers an alternative.
                        let key = "\(question.id) \(prompt.kind) \(prompt.offersFallback)"
                        guard seen.insert(key).inserted, let kind = Prompt.Kind(prompt.kind) else { continue }
                        Self.answer(question.id, kind, administration, person)
                    }
                    return true
                }
            } catch {
                failure.withLock { $0 = error }
            }
            isThere.signal()
            ended.signal()
        }
        isThere.wait()
        if let error = failure.withLock({ $0 }) { throw error }
    }

    /// Answers until the question has gone, or the answer was the right one.
    private static func answer(
        _ id: UInt64, _ kind: Prompt.Kind, _ administration: AgentAdministration, _ person: ScriptedPerson
    ) {
        for _ in 0..<3 {
            do throws(KeychainError) {
                switch person.react(to: kind) {
                case .nothing, .gone: return
                case .cancel: try administration.answerPrompt(id, .cancel)
                case .fallBack: try administration.answerPrompt(id, .fallBack)
                case .type(let text): try administration.submit(SecretBytes(copying: text.utf8), toPrompt: id)
                }
                return
            } catch {
                guard error.code == .authenticationFailed else { return }
            }
        }
    }

    /// To be called after the agent has ended.
    package func wait() { ended.wait() }
}

extension Prompt.Kind {
    init?(_ kind: WireAuthenticationPrompt.Kind) {
        switch kind {
        case .finger: self = .finger
        case .passcode: self = .passcode
        case .accountPassword: self = .accountPassword
        case .newApplicationPassword: self = .applicationPassword(isNew: true)
        case .applicationPassword: self = .applicationPassword(isNew: false)
        case .masterPassword: self = .masterPassword
        case .UNRECOGNIZED: return nil
        }
    }
}
