import Foundation
import Testing

@Suite struct RecoveryKeyTests {
    private let tool: CommandLineTool

    init() throws { tool = try CommandLineTool() }

    /// The key that is printed opens a keychain whose device key is gone, with and without its hyphens.
    @Test(arguments: [true, false]) func theKeyOpensAKeychainWithoutItsDeviceKey(withHyphens: Bool) throws {
        #expect(try tool.run("set", "s", "a", input: "secret").status == 0)
        let made = try tool.run("recovery-key", "make")
        #expect(made.status == 0)
        let key = withHyphens ? made.text : made.text.replacing("-", with: "").uppercased()
        let files = try FileManager.default.subpathsOfDirectory(atPath: tool.home.path)
        let deviceKey = try #require(files.first { $0.hasSuffix("device.key") })
        try FileManager.default.removeItem(atPath: tool.home.path + "/" + deviceKey)
        #expect(try tool.run("get", "s", "a").status != 0)
        #expect(try tool.run("recovery-key", "use", "--stdin", input: key).status == 0)
        #expect(try tool.run("get", "s", "a").text == "secret\n")
    }

    @Test func itOpensAKeychainWhosePasscodeIsForgotten() throws {
        #expect(try tool.run("set", "s", "a", input: "secret").status == 0)
        #expect(try tool.run("passcode", "set", "--stdin", input: "forgotten\n").status == 0)
        let key = try tool.run("recovery-key", "make", "--passcode-stdin", input: "forgotten\n").text
        #expect(try tool.run("get", "s", "a").status == 36)
        #expect(try tool.run("recovery-key", "use", "--stdin", input: key).status == 0)
        #expect(try tool.run("get", "s", "a").text == "secret\n")
    }

    @Test(arguments: ["", "zz", "0123", String(repeating: "0", count: 41)])
    func malformedKeyIsRefused(text: String) throws {
        #expect(try tool.run("set", "s", "a", input: "secret").status == 0)
        let result = try tool.run("recovery-key", "use", "--stdin", input: text + "\n")
        #expect(result.status == 2)
        #expect(try tool.run("get", "s", "a").text == "secret\n")
    }

    /// A key of another keychain, or one that was made before, changes nothing.
    @Test func anotherKeyIsRefused() throws {
        #expect(try tool.run("set", "s", "a", input: "secret").status == 0)
        let old = try tool.run("recovery-key", "make").text
        #expect(try tool.run("recovery-key", "make").status == 0)
        #expect(try tool.run("recovery-key", "use", "--stdin", input: old).status == 51)
        #expect(try tool.run("get", "s", "a").text == "secret\n")
    }

    @Test func withoutAKeychainThereIsNothingToOpen() throws {
        let key = String(repeating: "0", count: 40)
        #expect(try tool.run("recovery-key", "use", "--stdin", input: key + "\n").status == 1)
    }
}
