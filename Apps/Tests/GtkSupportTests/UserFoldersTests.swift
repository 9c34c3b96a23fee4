import GtkSupport
import Testing

@Suite struct UserFoldersTests {
    /// Settings were lost when a program was started with an empty variable.
    @Test(arguments: ["", "relative/path"]) func emptyAndRelativeVariablesAreIgnored(value: String) {
        let folders = UserFolders([
            "HOME": "/users/someone", "XDG_CONFIG_HOME": value, "XDG_DATA_HOME": value, "XDG_RUNTIME_DIR": value,
        ])
        #expect(folders.configuration == "/users/someone/.config")
        #expect(folders.data == "/users/someone/.local/share")
        #expect(folders.runtime == nil)
    }

    @Test func variablesNameTheDirectories() {
        let folders = UserFolders(["XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d", "XDG_RUNTIME_DIR": "/r"])
        #expect([folders.configuration, folders.data, folders.runtime] == ["/c", "/d", "/r"])
    }

    @Test func withoutAHomeThereIsNoDirectory() {
        #expect(UserFolders(["HOME": ""]).configuration == nil)
        #expect(UserFolders([:]).data == nil)
    }
}
