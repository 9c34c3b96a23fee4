import Foundation
import Glibc
import TestSupport
import Testing

/// A display without a screen, of a test's own, with other people's programs to paste and to copy.
package final class TestDisplay {
    package enum Kind: CaseIterable, Sendable {
        case x11, wayland

        package static var installed: [Kind] { allCases.filter { $0.programs.allSatisfy(ChildProcess.isInstalled) } }

        private var programs: [String] {
            switch self {
            case .x11: ["Xvfb", "xclip"]
            // Sway does not run as root.
            case .wayland: ["sway", "wl-copy", "wl-paste"] + (geteuid() == 0 ? ["setpriv"] : [])
            }
        }
    }

    package let kind: Kind
    /// What programs find the display by.
    package let environment: [String: String]
    private let server: ChildProcess
    private let directory: TemporaryDirectory

    package init(_ kind: Kind) throws {
        self.kind = kind
        directory = try TemporaryDirectory()
        switch kind {
        case .x11:
            // It writes the number that it has found free when it takes connections.
            server = try start(["Xvfb", "-displayfd", "1", "-screen", "0", "64x64x24", "-nolisten", "tcp"])
            environment = ["DISPLAY": ":" + (try #require(server.line()))]
        case .wayland:
            server = try Self.sway(in: directory.path)
            environment = ["WAYLAND_DISPLAY": directory.path + "/" + (try #require(server.line()))]
        }
    }

    private static func sway(in directory: String) throws -> ChildProcess {
        let user: uid_t = 65534
        let configuration = directory + "/config"
        try "exec printenv WAYLAND_DISPLAY\n".write(toFile: configuration, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: directory)
        var words = ["sway", "-c", configuration]
        if geteuid() == 0 {
            for path in [configuration, directory] { try #require(chown(path, user, user) == 0) }
            words = ["setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"] + words
        }
        return try start(
            words,
            [
                "HOME": directory, "XDG_RUNTIME_DIR": directory, "WLR_BACKENDS": "headless",
                "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman",
            ])
    }

    deinit { server.end() }

    /// Takes the display away.
    package func end() { server.end() }

    /// Has a secret copied, and returns when it is on the clipboard.
    ///
    /// - Parameter milliseconds: until it is cleared; 0: it is not.
    package func copy(
        _ secret: String, milliseconds: Int = 0, _ variables: [String: String] = [:]
    ) throws -> ChildProcess {
        let program = try start(
            [BuiltPrograms.path("chatelaine-clipboard"), "\(milliseconds)"], environment.merging(variables) { $1 },
            input: Data(secret.utf8))
        try #require(program.line() == "copied")
        return program
    }

    /// Has another program copy something. It runs as long as that is on the clipboard.
    package func copyElsewhere(_ text: String) throws -> ChildProcess {
        let words = kind == .x11 ? ["xclip", "-quiet", "-selection", "clipboard"] : ["wl-copy", "--foreground"]
        return try start(words, environment, input: Data(text.utf8))
    }

    /// What another program gets; nil if there is nothing.
    package func paste(_ format: String = "text/plain;charset=utf-8") throws -> Data? {
        let words =
            kind == .x11
            ? ["xclip", "-selection", "clipboard", "-o", "-t", format] : ["wl-paste", "--no-newline", "-t", format]
        let program = try start(words, environment)
        let data = program.data()
        return program.wait() == 0 ? data : nil
    }

    /// The formats that another program may choose from.
    package func formats() throws -> [String] {
        switch kind {
        case .x11:
            return String(decoding: try paste("TARGETS") ?? Data(), as: UTF8.self).split(separator: "\n").map(
                String.init)
        case .wayland: return try start(["wl-paste", "-l"], environment).text().split(separator: "\n").map(String.init)
        }
    }
}
