import AppTesting
import Testing

extension Screenshots {
    @Test(arguments: schemes) func touchMeIn(scheme: String) throws {
        let stage = try still(scheme)
        try stage.installPasswordManager()
        let app = try stage.open("TouchMeIn")
        try app.find(nil, "Create")
        try take("touchmein-login", scheme, of: app)
        try takeAlert("Foiled Again!", "touchmein-problem", scheme, of: app) { try app.press("Create") }
        try app.enter("wendy", into: "Username")
        try app.type("darling and co", into: "Password")
        try app.press("Create")
        try app.find(nil, "Write a Note")
        try take("touchmein-empty", scheme, of: app)
        try takeAlert("Cancel", "touchmein-passcode", scheme, of: app) { try app.press("Set Passcode…") }
        try takeAlert("Cancel", "touchmein-change", scheme, of: app) {
            try app.focus("Menu")
            try app.find(nil, "Change Password…", where: { $0.role.contains("menu item") }).press()
        }
        try app.resize(width: Self.widths[0], height: 720)
        try app.press("Write a Note")
        try app.enter("Second star to the right", into: "Title of the note")
        try app.enter("And straight on till morning.", into: "Text of the note")
        try app.find(where: { $0.name.hasPrefix("Second star to the right") })
        try take("touchmein-notes", scheme, of: app)
    }

    @Test(arguments: schemes) func christmasKeeper(scheme: String) throws {
        let stage = try still(scheme)
        let app = try stage.open("ChristmasKeeper")
        try app.find("dialog", "Setup Credentials")
        try take("christmaskeeper-first", scheme, of: app)
        try app.enter("Wendy", into: "Name")
        try app.type("second star", into: "Password")
        try app.press("Done")
        try app.press("New Present")
        try app.find(nil, "Done")
        try take("christmaskeeper-new", scheme, of: app)
        try app.desktop.type("A thimble for Peter")
        try app.press("Done")
        let row = try app.find("list item", "A thimble for Peter").frame
        try take("christmaskeeper-list", scheme, of: app)
        try app.click(row.x + 40, row.y + row.height / 2)
        try app.find("push button", "Back to the list")
        try take("christmaskeeper-details", scheme, of: app)
        app.end()
        let later = try stage.open("ChristmasKeeper")
        try later.find("dialog", "Enter Password")
        try take("christmaskeeper-later", scheme, of: later)
    }

    @Test(arguments: schemes) func testHost(scheme: String) throws {
        let stage = try still(scheme)
        let app = try stage.open("TestHost")
        try take("testhost", scheme, of: app)
    }

    @Test(arguments: schemes) func acmeBrowser(scheme: String) throws {
        let stage = try still(scheme)
        try stage.installPasswordManager()
        let app = try stage.open("acme-browser")
        try app.find(nil, "A page of this program")
        try app.find("push button", "Reload the page")
        try take("acme-browser-forms", scheme, of: app)
        try takeAlert("OK", "acme-browser-connection", scheme, of: app) {
            try app.press("A page of this program")
            try app.find("label", "The page comes with this program, and is sent nowhere.")
        }
    }

    @Test(arguments: schemes) func acme(scheme: String) throws {
        let stage = try still(scheme)
        try stage.installPasswordManager()
        let app = try stage.open("ACME")
        try take("acme-login", scheme, of: app)
        for (key, button, name) in [
            ("alt+2", "Register", "acme-register"), ("alt+3", "Change Password", "acme-change"),
        ] {
            try app.desktop.press(key)
            try app.find("push button", button)
            try take(name, scheme, of: app)
        }
    }
}
