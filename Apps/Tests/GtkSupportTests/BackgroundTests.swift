import AppTesting
import Testing

/// What counts as leaving a program: a real one says when it was left, and why.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct BackgroundTests {
    /// A program that watches, and what it needs.
    @MainActor private struct Watched {
        let stage: Stage
        let app: RunningApp

        /// - Parameters:
        ///   - stage: by default one without a keychain's agent, which is one more thing to watch.
        ///   - minimizing: whether that counts; nil: the usual rules hold.
        init(
            _ stage: Stage? = nil, minimizing: Bool? = nil, seconds: Int = 0, variables: [String: String] = [:]
        ) throws {
            let stage = try stage ?? Stage(startsAgent: false)
            let rules = minimizing.map { [$0 ? "yes" : "no", "\(seconds)"] } ?? []
            let app = try stage.open("TestHost", ["--watch-background"] + rules, variables: variables)
            (self.stage, self.app) = (stage, app)
            try Desktop.wait(for: "the rules") { app.log.contains("seconds ") ? () : nil }
        }

        /// Which rules hold.
        var rules: Substring? { app.log.split(separator: "\n").first { $0.hasPrefix("minimizing ") } }

        /// Why it was left, so far.
        var causes: [Substring] {
            app.log.split(separator: "\n").filter { $0.hasPrefix("left: ") }.map { $0.dropFirst(6) }
        }

        /// Waits until it was left, and expects that this was the reason each time.
        func expect(
            _ cause: String, again body: () -> Void = {}, at place: SourceLocation = #_sourceLocation
        ) throws {
            let causes = try Desktop.wait(for: "“\(cause)” in “\(app.log)”") { () -> [Substring]? in
                body()
                return self.causes.isEmpty ? nil : self.causes
            }
            #expect(Set(causes) == [cause[...]], sourceLocation: place)
        }
    }

    private func system(_ session: FakeSession) -> [String: String] { ["DBUS_SYSTEM_BUS_ADDRESS": session.address] }

    @Test func lockingTheScreenIsReported() throws {
        let session = try FakeSession()
        let program = try Watched()
        try program.expect("screenLocked") { session.lockScreen() }
    }

    @Test func logindEventsAreReported() throws {
        let session = try FakeSession()
        let cases: [(String, () -> Void)] = [
            ("screenLocked", { session.lockSession() }), ("screenLocked", { session.hintLock() }),
            ("sessionInactive", { session.deactivate() }),
        ]
        for (cause, happens) in cases {
            let program = try Watched(variables: system(session))
            try program.expect(cause, again: happens)
        }
    }

    @Test func comingBackIsNotReported() throws {
        let session = try FakeSession()
        let program = try Watched(variables: system(session))
        // Once it hears of the one it has heard of the others, which were sent before.
        try program.expect("sessionInactive") {
            session.lockScreen(false)
            session.hintLock(false)
            session.deactivate(false)
            session.deactivate()
        }
    }

    @Test func everyLockOfTheKeychainIsReportedOnce() throws {
        let stage = try Stage()
        try stage.chatelaine("passcode", "set", "--stdin", input: "2468\n")
        try stage.chatelaine("unlock", "--stdin", input: "2468\n")
        let program = try Watched(stage, minimizing: true)
        var looks = 0
        try Desktop.wait(for: "a lock in “\(program.app.log)”") {
            // Who has not begun to listen hears of the next one.
            if looks.isMultiple(of: 100) {
                try stage.chatelaine("unlock", "--stdin", input: "2468\n")
                try stage.chatelaine("lock")
            }
            looks += 1
            return program.causes.isEmpty ? nil : ()
        }
        // It is locked: nothing new.
        try stage.chatelaine("lock")
        try program.app.minimize()
        try Desktop.wait(for: "what comes next") { program.causes.count > 1 ? () : nil }
        #expect(program.causes == ["keychainLocked", "minimized"])
    }

    @Test func minimizingIsReportedIfTheRulesSaySo() throws {
        let program = try Watched(minimizing: true)
        try program.app.minimize()
        try program.expect("minimized")
    }

    @Test func minimizingIsNotReportedIfTheRulesDoNotSaySo() throws {
        let session = try FakeSession()
        let program = try Watched(minimizing: false)
        try program.app.minimize()
        try program.expect("screenLocked") { session.lockScreen() }
    }

    @Test func unusedWindowIsReportedIfTheSettingsSaySo() throws {
        let stage = try Stage(startsAgent: false)
        let never = try Watched(stage, minimizing: true, seconds: 0)
        let soon = try Watched(stage, minimizing: true, seconds: 1)
        for program in [never, soon] {
            try program.app.takeKeys()
            try Desktop.wait(for: "the keys") {
                program.app.tree?.children.contains(where: \.isActive) == true ? () : nil
            }
        }
        #expect(soon.causes.isEmpty)
        let other = try stage.open("TestHost")
        try other.takeKeys()
        try soon.expect("unused")
        // For as long, and it says nothing.
        #expect(never.causes.isEmpty)
    }

    @Test func onX11MinimizingIsUsuallyEnough() throws {
        #expect(try Watched().rules == "minimizing yes, seconds 0")
    }

    @Test(.enabled(if: WaylandDisplay.isPossible)) func onWaylandAMinuteWithoutUseCountsUsually() throws {
        let display = try WaylandDisplay()
        let program = try Watched(variables: display.variables)
        #expect(program.rules == "minimizing yes, seconds 60")
    }

    @Test func settingsOutOfRangeAreClamped() throws {
        let stage = try Stage(startsAgent: false)
        for (given, counts) in [(-5, 0), (1 << 40, 86_400)] {
            let program = try Watched(stage, minimizing: true, seconds: given)
            #expect(program.rules == "minimizing yes, seconds \(counts)")
            program.app.end()
        }
    }
}
