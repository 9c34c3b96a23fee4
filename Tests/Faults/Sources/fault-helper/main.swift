import CFork
import Foundation
import KeychainServices

// A process for the fault tests to kill, starve, fork and look into. Each command is one file of this target.
let arguments = CommandLine.arguments.dropFirst().map { String($0) }
guard let command = arguments.first else { fail("no command") }
let rest = Array(arguments.dropFirst())

/// The n-th argument after the command.
func argument(_ index: Int) -> String {
    guard rest.indices.contains(index) else { fail("too few arguments") }
    return rest[index]
}

func number(_ index: Int) -> Int {
    guard let number = Int(argument(index)) else { fail("not a number") }
    return number
}

// One that hangs ends, and the test sees that it has not said what it should.
faults_end_after(600)
do {
    switch command {
    case "write": try writeForEver(root: argument(0), from: number(1))
    case "write-in-turn": try writeInTurn(root: argument(0), from: number(1))
    case "set-passcode": try setPasscode(root: argument(0), passcode: argument(1))
    case "scenario": runScenario(root: argument(0), retries: argument(1) == "retry")
    case "change-vault": try changeVault(root: argument(0), change: argument(1))
    case "change-file": try changeFile(root: argument(0), change: argument(1), key: argument(2))
    case "add-many": try addMany(root: argument(0), name: argument(1), count: number(2))
    case "hold": try hold(root: argument(0))
    case "lock": try unlockThenLock(root: argument(0))
    case "reallocate": reallocate()
    case "fork": try forkWhileWriting(root: argument(0), count: number(1), parentEndsFirst: argument(2) == "first")
    case "use-default": useDefault()
    case "agent-write": try agentWrite(name: argument(0), count: number(1))
    case "agent-mixed": try agentMixed(name: argument(0), threads: number(1), count: number(2))
    case "agent-load": try agentLoad(name: argument(0))
    case "agent-lock": try agentLock(count: number(0), passcode: argument(1))
    case "agent-session": try agentSession()
    case "agent-fork": try agentFork(count: number(0))
    default: fail("unknown command")
    }
} catch let error as KeychainError {
    fail("\(error.code.rawValue) \(error)")
} catch {
    fail("\(error)")
}
