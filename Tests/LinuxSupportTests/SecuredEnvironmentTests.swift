import Glibc
import Testing

@testable import LinuxSupport

/// What a secured program keeps of the environment that another program has made for it.
@Suite struct SecuredEnvironmentTests {
    private static let account = Account(user: 4_000_000, name: "bob", home: "/homes/bob")

    private func variables(_ kind: SecuredStart.Kind, _ hostile: [String: String]) -> [String: String] {
        SecuredEnvironment(kind, of: Self.account) { hostile[$0] }.variables
    }

    @Test(arguments: [SecuredStart.Kind.client, .tool]) func onlyKnownWordsAreKept(kind: SecuredStart.Kind) {
        let kept = variables(
            kind,
            [
                "DISPLAY": ":1", "LANG": "de_DE.UTF-8", "TERM": "xterm", "GTK_PATH": "/homes/bob",
                "GIO_EXTRA_MODULES": "/t",
                "PATH": "/homes/bob", "HOME": "/tmp", "USER": "root", "XDG_DATA_DIRS": "/t",
                "CHATELAINE_TOKEN_FILE": "/t",
            ])
        #expect(kept["DISPLAY"] == ":1" && kept["LANG"] == "de_DE.UTF-8" && kept["TERM"] == "xterm")
        #expect(kept["USER"] == "bob" && kept["PATH"] == "/usr/local/bin:/usr/bin:/bin")
        for name in ["GTK_PATH", "GIO_EXTRA_MODULES", "XDG_DATA_DIRS", "CHATELAINE_TOKEN_FILE"] {
            #expect(kept[name] == nil)
        }
        // There is no such user with a directory for its session.
        #expect(kept["XDG_RUNTIME_DIR"] == nil && kept["DBUS_SESSION_BUS_ADDRESS"] == nil)
    }

    @Test(arguments: [
        ("LANG", "/homes/bob/locale"), ("LC_ALL", "../../t"), ("TZ", "/homes/bob/zone"), ("TZ", ":/t"),
        ("TERM", "../t"),
        ("DISPLAY", "/tmp/x"), ("WAYLAND_DISPLAY", "/tmp/wayland"), ("XAUTHORITY", "x"),
        ("LANG", String(repeating: "a", count: 257)),
    ]) func valuesThatNameFilesAreNotKept(name: String, value: String) {
        #expect(variables(.client, [name: value])[name] == nil)
    }

    @Test func librariesOfWindowsDoNotFindTheHomeDirectory() {
        let kept = variables(.client, ["HOME": "/homes/bob", "XDG_CONFIG_HOME": "/homes/bob/.config"])
        #expect(kept["HOME"] == nil)
        for name in SecuredEnvironment.hidden { #expect(kept[name] == "/nonexistent") }
        #expect(kept["GSK_RENDERER"] == "cairo" && kept["GSETTINGS_BACKEND"] == "memory")
    }

    /// It starts editors.
    @Test func theCommandLineHasTheHomeDirectoryOfTheUserDatabase() {
        let kept = variables(.tool, ["HOME": "/tmp", "XDG_CONFIG_HOME": "/tmp", "EDITOR": "vim"])
        #expect(kept["HOME"] == "/homes/bob" && kept["XDG_CONFIG_HOME"] == nil && kept["EDITOR"] == "vim")
    }
}
