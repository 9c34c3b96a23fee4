import AppExtensions
import Foundation

// Asks a password manager, as an app does, and writes what it gets to a file, a line of JSON for each request:
//
//     extension-probe FILE OPERATION URL [DETAILS [OPTIONS [WINDOW [TOKEN]]]]
//
// OPERATION is find, store, change, fill; hundred asks for a hundred sites, one after another. DETAILS and OPTIONS are JSON. WINDOW is
// the handle of a window that the sheet is to belong to, and TOKEN what it comes to the front by. Nothing is written to the terminal.

func values(_ position: Int) -> [String: Any]? {
    guard CommandLine.arguments.count > position else { return nil }
    return try? JSONSerialization.jsonObject(with: Data(CommandLine.arguments[position].utf8)) as? [String: Any]
}

/// What the sheet is to belong to.
struct Parent: PresentationParent {
    private let (window, token): (String?, String?)

    /// - Returns: nil if the command line names none.
    init?() {
        let words = CommandLine.arguments.dropFirst(6)
        guard !words.isEmpty else { return nil }
        (window, token) = (words.first, words.dropFirst().first)
    }

    func windowHandle() async -> String? { window }
    func activationToken() async -> String? { token }
}

/// What is asked next, if anything.
var rest: [String] = []

@MainActor func write(_ login: [AnyHashable: Any]?, _ error: Error?) {
    var result: [String: Any] = [:]
    for case (let key as String, let value) in login ?? [:] { result[key] = value }
    if let error = error as NSError? { result["error"] = error.code }
    let line = (try? JSONSerialization.data(withJSONObject: result, options: [.sortedKeys, .withoutEscapingSlashes]))
    let file = FileHandle(forWritingAtPath: CommandLine.arguments[1])
    _ = try? file?.seekToEnd()
    try? file?.write(contentsOf: (line ?? Data()) + Data("\n".utf8))
    guard let next = rest.popLast() else { exit(0) }
    ask(CommandLine.arguments[2], next)
}

/// A page with a form to sign in with; what it is filled with is written down.
struct Page: WebPage {
    let url: String
    func currentURL() async -> String? { url.isEmpty ? nil : url }

    func pageModel() async throws -> Data {
        struct Broken: Error {}
        guard url.hasPrefix("https:") || url.hasPrefix("http:") else { throw Broken() }
        let fields =
            url.hasSuffix("/empty")
            ? []
            : [
                ["id": "f0", "type": "text", "name": "user", "autocomplete": "username", "frame": url],
                ["id": "f1", "type": "password", "name": "pass", "autocomplete": "current-password", "frame": url],
            ]
        return try JSONSerialization.data(withJSONObject: ["version": 1, "url": url, "fields": fields])
    }

    func fill(with plan: Data) async throws {
        struct Broken: Error {}
        guard !url.hasSuffix("/broken") else { throw Broken() }
        let file = FileHandle(forWritingAtPath: CommandLine.arguments[1])
        _ = try file?.seekToEnd()
        try file?.write(contentsOf: plan + Data("\n".utf8))
    }
}

@MainActor func ask(_ operation: String, _ url: String) {
    let (manager, parent) = (PasswordManagerExtension.shared, Parent())
    switch operation {
    case "store":
        manager.storeLogin(
            forURLString: url, loginDetails: values(4), passwordGenerationOptions: values(5), for: parent, sender: nil,
            completion: write)
    case "change":
        manager.changePasswordForLogin(
            forURLString: url, loginDetails: values(4), passwordGenerationOptions: values(5), for: parent, sender: nil,
            completion: write)
    case "fill":
        manager.fillItem(intoWebView: Page(url: url), for: parent, sender: nil, showOnlyLogins: true) {
            success, error in
            write(success ? [:] : nil, error)
        }
    default: manager.findLogin(forURLString: url, for: parent, sender: nil, completion: write)
    }
}

guard CommandLine.arguments.count > 3 else { exit(2) }
if CommandLine.arguments[2] == "hundred" { rest = (1..<100).map { "https://site-\($0).example" } }
ask(CommandLine.arguments[2], CommandLine.arguments[3])
dispatchMain()
