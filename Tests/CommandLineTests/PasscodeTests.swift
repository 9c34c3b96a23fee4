import Testing

/// Every step derives a key on purpose slowly, so these tests are few.
@Suite struct PasscodeTests {
    let tool: CommandLineTool

    init() throws {
        tool = try CommandLineTool()
        #expect(try tool.run("set", "s", "a", input: "x").status == 0)
    }

    @Test func aPasscodeLocksAndUnlocks() throws {
        #expect(try tool.run("passcode", "verify", "--stdin", input: "1234\n").status == 44)
        #expect(try tool.run("passcode", "set", "--stdin", input: "first one\n").status == 0)
        #expect(try tool.run("passcode", "set", "--stdin", input: "another\n").status == 45)

        let locked = try tool.run("get", "s", "a")
        #expect(locked.status == 36)
        #expect(locked.bytes.isEmpty)
        #expect(locked.complaint.contains("--passcode-stdin"))
        #expect(try tool.run("get", "s", "a", "--passcode-stdin", input: "first one\n").text == "x\n")
        #expect(try tool.run("get", "s", "a", "--passcode-stdin", input: "wrong\n").status == 51)
        // What follows the passcode is the secret.
        #expect(try tool.run("set", "s", "b", "--passcode-stdin", input: "first one\ny\n").status == 0)
        #expect(try tool.run("get", "s", "b", "--passcode-stdin", input: "first one\n").text == "y\n")
        #expect(try tool.run("set", "s", "c", input: "z").status == 36)
    }

    @Test func aPasscodeIsVerifiedChangedAndRemoved() throws {
        #expect(try tool.run("passcode", "set", "--stdin", input: "one\n").status == 0)
        #expect(try tool.run("passcode", "verify", "--stdin", input: "one\n").status == 0)
        #expect(try tool.run("passcode", "verify", "--stdin", input: "two\n").status == 51)
        #expect(try tool.run("passcode", "change", "--stdin", input: "one\ntwo\n").status == 0)
        #expect(try tool.run("passcode", "verify", "--stdin", input: "two\n").status == 0)
        #expect(try tool.run("passcode", "change", "--stdin", input: "two\n").status == 2)
        #expect(try tool.run("passcode", "remove", "--stdin", input: "two\n").status == 0)
        #expect(try tool.run("get", "s", "a").text == "x\n")
    }

    @Test(arguments: [("1234567", true), ("12345678", false), ("pässwör", true), ("pässwörd", false)])
    func aShortPasscodeIsWarnedAbout(passcode: String, isShort: Bool) throws {
        let result = try tool.run("passcode", "set", "--stdin", input: passcode + "\n")
        #expect(result.status == 0)
        #expect(result.complaint.contains("warning") == isShort)
    }

    @Test func anEmptyPasscodeIsRefused() throws {
        #expect(try tool.run("passcode", "set", "--stdin", input: "\n").status == 2)
        #expect(try tool.run("passcode", "set", "--stdin").status == 2)
        #expect(try tool.run("passcode", "set").status == 2)
        #expect(try tool.run("get", "s", "a").status == 0)
    }

    @Test func theCountOfItemsIsShownOnce() throws {
        let terminal = try TestTerminal(tool, "passcode", "set")
        for _ in 0..<2 {
            try terminal.expect(": ")
            terminal.type("a passcode\n")
        }
        #expect(terminal.end() == 0)
        #expect(terminal.shown.ranges(of: "1 of 1 items").count == 1, "\(terminal.shown)")
    }

    @Test func lockingWithoutAPasscodeSaysThatNothingIsLocked() throws {
        let agent = try RunningAgent(tool)
        let nothing = try tool.run("lock")
        #expect(nothing.status == 78)
        #expect(nothing.complaint.contains("nothing is locked: there is no passcode"))
        let made = try tool.run("vault", "create", "--password-stdin", input: VaultTool.password + "\n")
        #expect(made.status == 0)
        let vaults = try tool.run("lock")
        #expect(vaults.status == 0)
        #expect(vaults.complaint.contains("the keychain is not: there is no passcode"))
        #expect(try tool.run("passcode", "set", "--stdin", input: "passcode\n").status == 0)
        #expect(try tool.run("lock").complaint == "")
        agent.end()
    }

    @Test(arguments: [["list"], ["get", "s", "a"], ["show", "-s", "s"]])
    func aLockedKeychainAsksForThePasscodeOnce(words: [String]) throws {
        let agent = try RunningAgent(tool)
        #expect(try tool.run("passcode", "set", "--stdin", input: "passcode\n").status == 0)
        #expect(
            try tool.run("add", "--service", "other", "--group", "other", "--passcode-stdin", input: "passcode\nx")
                .status == 0)
        #expect(try tool.run("lock").status == 0)
        let terminal = try TestTerminal(tool, words)
        try terminal.expect("Passcode of the keychain")
        terminal.type("passcode\n")
        #expect(terminal.end() == 0, "\(terminal.shown)")
        #expect(terminal.shown.ranges(of: "Passcode").count == 1, "\(terminal.shown)")
        agent.end()
    }

    @Test func delayedAttemptsHaveAnExitCodeOfTheirOwn() throws {
        let agent = try RunningAgent(tool)
        #expect(try tool.run("passcode", "set", "--stdin", input: "passcode\n").status == 0)
        #expect(try tool.run("lock").status == 0)
        for _ in 0..<4 {
            #expect(try tool.run("unlock", "--stdin", "--login", input: "login password\n").status == 51)
        }
        // One more wrong passcode would cause a delay.
        let login = try tool.run("unlock", "--stdin", "--login", input: "passcode\n")
        #expect(login.status == 75)
        #expect(login.complaint.contains("chatelaine unlock"))
        #expect(try tool.run("unlock", "--stdin", input: "wrong\n").status == 51)
        // The first wait is a second. Where the machine takes longer than that for an attempt, the next is two, and so on.
        var waits = false
        for _ in 0..<8 where !waits {
            let attempt = try tool.run("unlock", "--stdin", input: "wrong\n")
            #expect([51, 75].contains(attempt.status))
            waits = attempt.status == 75
            #expect(attempt.complaint.contains("wait ") == waits)
        }
        #expect(waits)
        agent.end()
    }

    @Test func aLoginWhileItIsUnlockedTriesNothing() throws {
        let agent = try RunningAgent(tool)
        #expect(try tool.run("passcode", "set", "--stdin", input: "passcode\n").status == 0)
        for _ in 0..<6 {
            #expect(try tool.run("unlock", "--stdin", "--login", input: "login password\n").status == 0)
        }
        #expect(try tool.run("lock").status == 0)
        #expect(try tool.run("unlock", "--stdin", "--login", input: "passcode\n").status == 0)
        #expect(try tool.run("get", "s", "a").text == "x\n")
        agent.end()
    }

    @Test func aTerminalIsAskedForThePasscodeOnce() throws {
        let setting = try TestTerminal(tool, "passcode", "set")
        try setting.expect("New passcode: ")
        setting.type("open\n")
        try setting.expect("Again: ")
        setting.type("open\n")
        #expect(setting.end() == 0)

        let getting = try TestTerminal(tool, "get", "s", "a")
        try getting.expect("Passcode of the keychain: ")
        #expect(!getting.echoes)
        getting.type("open\n")
        #expect(getting.end() == 0)
        #expect(getting.shown.hasSuffix("\nx\n"))
        #expect(!getting.shown.contains("open"))
    }
}
