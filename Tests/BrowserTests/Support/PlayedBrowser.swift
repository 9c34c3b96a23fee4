import Crypto
import Foundation
import TestSupport
import Testing

/// A browser with the extension, as a test plays it: the probe is the browser's process and starts the host, and the test has the key of
/// the profile.
final class PlayedBrowser {
    typealias Message = [String: Any]

    let process: ChildProcess
    let key: P256.Signing.PrivateKey
    let extensionID: String
    /// The path of the browser.
    let path: String
    private var lastID = 0

    init(_ process: ChildProcess, _ key: P256.Signing.PrivateKey, _ extensionID: String, path: String) {
        (self.process, self.key, self.extensionID, self.path) = (process, key, extensionID, path)
    }

    deinit { process.end() }

    var publicKey: String { key.publicKey.x963Representation.base64EncodedString() }

    // MARK: - Messages

    /// Sends a message, and returns its number.
    @discardableResult
    func send(_ type: String, _ members: Message = [:]) throws -> Int {
        lastID += 1
        var message = members
        message["version"] = message["version"] ?? 1
        message["id"] = lastID
        message["type"] = type
        let json = try JSONSerialization.data(withJSONObject: message)
        process.write(String(decoding: json, as: UTF8.self) + "\n")
        return lastID
    }

    /// Waits for the next message of the host.
    func receive() throws -> Message {
        let line = try #require(process.line(), "the host says nothing")
        return try #require(
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? Message, "the host says “\(line)”")
    }

    /// Sends a message, and waits for its answer.
    func ask(_ type: String, _ members: Message = [:]) throws -> Message {
        let id = try send(type, members)
        let answer = try receive()
        #expect(answer["id"] as? Int == id && answer["version"] as? Int == 1)
        return answer
    }

    // MARK: - What the extension does

    func pairing() -> Message { ["key": publicKey, "name": "A profile"] }

    /// Pairs the profile; the person compares the digits.
    func pair(_ person: PersonAtPinentry, answer: String = "yes") throws {
        let id = try send("pair", pairing())
        let shown = try receive()
        #expect(shown["type"] as? String == "pairing-code" && shown["id"] as? Int == id)
        let code = try #require(shown["code"] as? String)
        let question = try person.question()
        #expect(question.contains(code.prefix(3) + " " + code.suffix(3)), "\(question)")
        #expect(question.contains(path), "\(question)")
        person.answer(answer)
        let outcome = try receive()
        #expect(outcome["type"] as? String == (answer == "yes" ? "paired" : "error"))
    }

    func signature(of challenge: Data, extensionID: String? = nil, _ key: P256.Signing.PrivateKey? = nil) throws
        -> String
    {
        let message =
            Data("chatelaine browser session 1\0".utf8) + challenge + Data((extensionID ?? self.extensionID).utf8)
        return try (key ?? self.key).signature(for: message).rawRepresentation.base64EncodedString()
    }

    func challenge() throws -> Data {
        let answer = try ask("hello", ["key": publicKey])
        let text = try #require(answer["challenge"] as? String, "\(answer)")
        return try #require(Data(base64Encoded: text))
    }

    /// Begins a session.
    func begin() throws {
        let answer = try ask("prove", ["signature": signature(of: challenge())])
        #expect(answer["type"] as? String == "status", "\(answer)")
    }

    /// Has the vault unlocked for this profile.
    func unlock(_ person: PersonAtPinentry) throws {
        try send("unlock", ["vault": "personal"])
        let question = try person.question()
        #expect(question.contains("asks for the master password") && question.contains(path), "\(question)")
        person.type(BrowserStage.password)
        let answer = try receive()
        #expect(answer["type"] as? String == "status", "\(answer)")
    }

    func matches(_ url: String) throws -> [Message] {
        let answer = try ask("matches", ["url": url])
        return try #require(answer["items"] as? [Message], "\(answer)")
    }

    /// A request to fill an item into a page with a username and a password.
    static func fill(_ item: String, on url: String, fields: [Message] = signIn, silent: Bool = false) throws -> Message
    {
        let page: Message = ["version": 1, "url": url, "fields": fields]
        let json = try JSONSerialization.data(withJSONObject: page)
        return [
            "vault": "personal", "item": item, "url": url, "silent": silent,
            "page": String(decoding: json, as: UTF8.self),
        ]
    }

    static var signIn: [Message] {
        [
            ["id": "u", "type": "text", "autocomplete": "username"],
            ["id": "p", "type": "password", "autocomplete": "current-password"],
        ]
    }
}

extension [String: Any] {
    /// The code of an error; `nil` for every other answer.
    var errorCode: String? { (self["error"] as? [String: Any])?["code"] as? String }

    /// The values of a plan.
    var filled: [String] {
        let steps = (self["plan"] as? [String: Any])?["fill"] as? [[String: Any]] ?? []
        return steps.compactMap { $0["value"] as? String }
    }
}
