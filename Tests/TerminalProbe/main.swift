import Authentication
import Foundation
import Glibc
import KeychainServices

// A program that shows a prompt in its terminal, for tests: `terminal-probe KIND`, with one of `passcode`, `finger` (with something to
// fall back on), `locked` (without). Says on descriptor 3 what becomes of it, a line each: `none`, `open`, then `cancel`, `fallback`,
// `gone`, or `secret` and the bytes in hexadecimal. Every line on standard input — `close`, `again` or `prompt TEXT` — has the prompt
// closed, the same shown again, or another message shown.

@Sendable func say(_ text: String) { try? FileHandle(fileDescriptor: 3).write(contentsOf: Data((text + "\n").utf8)) }

let kind: Prompt.Kind = CommandLine.arguments.contains("passcode") ? .passcode : .finger
var prompt = Prompt(kind, AuthenticationPresentation(reason: "Open the shop.", fallbackTitle: "PIN"))
prompt.offersFallback = CommandLine.arguments.contains("finger")
prompt.message = "Touch it."

let open = TerminalPrompter().open(prompt) { answer in
    switch answer {
    case .cancel: say("cancel")
    case .fallBack: say("fallback")
    case .gone: say("gone")
    case .secret(let typed, let outcome):
        say("secret " + typed.bytes.withUnsafeBytes { $0.map { String(format: "%02x", $0) }.joined() })
        outcome(nil)
    }
}
guard let open else {
    say("none")
    exit(0)
}
say("open")
while let line = readLine() {
    switch line {
    case "close":
        open.close()
        say("closed")
        exit(0)
    case "again": open.show(prompt)
    default:
        prompt.message = line
        open.show(prompt)
    }
}
exit(1)
