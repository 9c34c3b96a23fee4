import Glibc
import LinuxSupport
import Testing

@Suite struct UserDirectoriesTests {
    private func directories(_ variables: [String: String]) -> UserDirectories { UserDirectories { variables[$0] } }

    @Test func variablesNameTheDirectories() {
        let named = directories([
            "HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d", "XDG_RUNTIME_DIR": "/r",
            "XDG_DATA_DIRS": "/x::y:/z",
        ])
        #expect(named.configuration == "/c")
        #expect(named.data == "/d")
        #expect(named.runtime == "/r")
        #expect(named.allData == ["/d", "/x", "/z"])
    }

    @Test(arguments: ["", "relative"]) func emptyAndRelativeVariablesAreIgnored(value: String) {
        let named = directories([
            "HOME": "/h", "XDG_CONFIG_HOME": value, "XDG_DATA_HOME": value, "XDG_RUNTIME_DIR": value,
            "XDG_DATA_DIRS": value,
        ])
        #expect(named.configuration == "/h/.config")
        #expect(named.data == "/h/.local/share")
        #expect(named.runtime == "/run/user/\(geteuid())")
        let shared = value.isEmpty ? ["/usr/local/share", "/usr/share"] : []
        #expect(named.allData == ["/h/.local/share"] + shared)
    }

    @Test func withoutAHomeThereIsNoDirectory() {
        #expect(directories([:]).configuration == nil)
        #expect(directories(["HOME": "here"]).data == nil)
    }

    /// A relative path is not ignored: a test's mistake would lead to the user's own keychain.
    @Test func chatelaineHomeIsGivenAsItIs() {
        #expect(directories(["CHATELAINE_HOME": ""]).chatelaineHome == nil)
        #expect(directories(["CHATELAINE_HOME": "here"]).chatelaineHome == "here")
    }
}
