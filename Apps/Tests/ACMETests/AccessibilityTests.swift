import AppTesting
import Testing

/// What accessibility clients are told, and what keys do.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct AccessibilityTests {
    @Test func focusableWidgetsHaveNames() throws {
        let acme = try Acme([("ACME", "wendy", "Coyote7")])
        for page in ["login", "registration", "change"] {
            try acme.turn(to: page)
            #expect(acme.app.unnamed.isEmpty, "\(page)")
        }
    }

    /// Neither while it is typed, nor when the password manager has filled it in.
    @Test func secretsAreNotTold() throws {
        let acme = try Acme([("ACME", "wendy", "Coyote7")])
        try acme.press("Fill From Password Manager")
        try acme.unlock()
        try acme.pick()
        try acme.app.find("push button", "Log In", where: \.hasFocus)
        try acme.turn(to: "registration")
        try acme.type("", into: "Password")
        for letter in ["A", "n", "v", "i", "l"] {
            try acme.app.desktop.type(letter)
            #expect(acme.app.tree?.outline.contains("Coyote7") == false)
        }
        try acme.turn(to: "change")
        for name in ["Old password", "New password", "New password, again"] { try acme.type("Anvil", into: name) }
        let outline = acme.app.tree?.outline ?? ""
        #expect(outline.contains("Username") && !outline.contains("Anvil") && !outline.contains("Coyote7"))
        #expect(
            acme.app.tree?.all.contains { $0.role == "text" && $0.name == "Password" && $0.interfaces.contains("Text") }
                == false)
        #expect(!acme.app.log.contains("Coyote7"))
    }

    @Test func theTabKeyGoesThroughTheFormFromTopToBottom() throws {
        let acme = try Acme()
        let secrets = ["Password", "Old password", "New password", "New password, again"]
        let forms = [
            "login": ["Username", "Password", "Log In", "Fill From Password Manager"],
            "registration": [
                "First name", "Last name", "Username", "Password", "Register", "Save in Password Manager",
            ],
            "change": [
                "Username", "Old password", "New password", "New password, again", "Change Password",
                "Change in Password Manager",
            ],
        ]
        for (page, names) in forms {
            try acme.turn(to: page)
            for name in names {
                // Of a field for secrets clients are not told that it has the keys.
                if !secrets.contains(name) {
                    try acme.app.find(nil, name, where: \.hasFocus)
                }
                try acme.app.desktop.press("Tab")
            }
        }
    }

    /// Nothing but keys: registers, and logs in.
    @Test func itWorksWithoutAPointer() throws {
        let acme = try Acme(hasManager: false)
        try acme.turn(to: "registration")
        try acme.app.find(nil, "First name", where: \.hasFocus)
        for text in ["Wendy", "Appleseed", "wendy"] {
            try acme.app.desktop.type(text)
            try acme.app.desktop.press("Tab")
        }
        try acme.app.desktop.type("Coyote7")
        try acme.app.desktop.press("Return")
        try acme.app.find("label", "You have registered. Now you can log in.")
        try acme.app.desktop.type("Coyote7")
        try acme.app.desktop.press("Return")
        try acme.app.find("label", "Welcome, Wendy Appleseed")
    }
}
