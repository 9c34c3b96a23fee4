import AppTesting
import Testing

extension Screenshots {
    private func keychains(_ scheme: String) throws -> (Stage, RunningApp) {
        let stage = try still(scheme, startsAgent: false)
        try stage.install("KeychainWindow", named: "chatelaine-keychains")
        try stage.startAgent()
        for (service, account) in [("mail.example", "kim"), ("wiki.example", "lee"), ("forge.example", "tiger")] {
            try stage.chatelaine("set", service, account, input: "correct horse\n")
        }
        try stage.chatelaine("security", "create-keychain", "-p", "open sesame", "build.keychain")
        let directory = stage.home
        for words in [
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30",
                "-subj",
                "/O=Example/CN=Example Authority", "-keyout", directory + "/ca.key", "-out", directory + "/ca.pem",
            ],
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "20",
                "-subj",
                "/C=CH/O=Example/CN=www.example.com", "-addext", "subjectAltName=DNS:www.example.com", "-CA",
                directory + "/ca.pem", "-CAkey", directory + "/ca.key", "-keyout", directory + "/leaf.key", "-out",
                directory + "/leaf.pem",
            ],
            [
                "pkcs12", "-export", "-in", directory + "/leaf.pem", "-inkey", directory + "/leaf.key", "-passout",
                "pass:x",
                "-out", directory + "/leaf.p12",
            ],
        ] {
            let (output, status) = try ChildProcess.run(["openssl"] + words)
            guard status == 0 else { throw TestFailure("openssl: \(output)") }
        }
        try stage.chatelaine("security", "import", directory + "/leaf.p12", "-P", "x")
        try stage.chatelaine("security", "import", directory + "/ca.pem")
        let app = try RunningApp(
            ["\(stage.prefix)/libexec/chatelaine/chatelaine-keychains"], variables: stage.variables,
            directory: stage.home)
        return (stage, app)
    }

    private func select(_ prefix: String, in app: RunningApp) throws {
        let frame = try app.find("list item", where: { $0.name.hasPrefix(prefix) }).frame
        try app.click(frame.x + frame.width / 2, frame.y + frame.height / 2)
        _ = try app.find("push button", "Edit")
    }

    @Test(arguments: schemes) func keychainItems(scheme: String) throws {
        let (stage, app) = try keychains(scheme)
        try app.resize(width: Self.widths[0], height: 720)
        _ = try app.find("list item", where: { $0.name.hasPrefix("mail.example,") })
        try takeInDepth("keychains-list", scheme, of: app)
        for (prefix, name) in [
            ("mail.example,", "keychains-password"), ("www.example.com,", "keychains-certificate"),
        ] {
            try app.resize(width: Self.widths[0], height: 720)
            try select(prefix, in: app)
            for width in Self.widths {
                try app.resize(width: width, height: 720)
                if width == Self.widths[1] { try select(prefix, in: app) }
                try photograph(name, scheme, width: width, of: app)
                guard width == Self.widths[1] else { continue }
                try app.press("List")
                // A button that is pressed like this acts a moment later.
                _ = try app.find("list", "Items", where: \.isHit)
            }
        }
        try app.resize(width: Self.widths[0], height: 720)
        try app.press("New password")
        _ = try app.find("push button", "Save")
        try take("keychains-editor", scheme, of: app)
        try app.resize(width: Self.widths[0], height: 720)
        try app.desktop.press("Escape")
        try app.desktop.press("ctrl+comma")
        try takeFront("Keychain Settings", "keychains-settings", scheme, of: app)
        try app.desktop.press("ctrl+comma")
        try app.press("Examine the keychain")
        _ = try app.find("label", "Healthy")
        try takeFront("Examination", "keychains-doctor", scheme, of: app)
        _ = stage
    }

    @Test(arguments: schemes) func keychainLocked(scheme: String) throws {
        let (stage, app) = try keychains(scheme)
        try stage.chatelaine("passcode", "set", "--stdin", input: Stage.password + "\n")
        _ = try app.find("label", "Your Passcode, Please")
        try take("keychains-passcode", scheme, of: app)
    }
}
