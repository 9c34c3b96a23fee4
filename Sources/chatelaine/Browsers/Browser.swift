import Glibc
import LinuxSupport

/// A browser that can start the native host.
enum Browser: String, CaseIterable {
    case chromium, chrome, brave, edge, vivaldi, firefox, librewolf

    /// The name for people.
    var title: String {
        switch self {
        case .chromium: "Chromium"
        case .chrome: "Google Chrome"
        case .brave: "Brave"
        case .edge: "Microsoft Edge"
        case .vivaldi: "Vivaldi"
        case .firefox: "Firefox"
        case .librewolf: "LibreWolf"
        }
    }

    /// Whether it takes Firefox's form of manifests, and not Chromium's.
    var isFirefox: Bool { self == .firefox || self == .librewolf }

    /// The directory in which it looks for the user's manifests.
    ///
    /// - Returns: `nil` without a home directory.
    func userDirectory(_ directories: UserDirectories) -> String? {
        guard !isFirefox else {
            let name = self == .firefox ? "/.mozilla" : "/.librewolf"
            return directories.home.map { $0 + name + "/native-messaging-hosts" }
        }
        return profiles(directories).map { $0 + "/NativeMessagingHosts" }
    }

    /// The directory of its settings; it is there once it was started.
    func profiles(_ directories: UserDirectories) -> String? {
        let name =
            switch self {
            case .chromium: "chromium"
            case .chrome: "google-chrome"
            case .brave: "BraveSoftware/Brave-Browser"
            case .edge: "microsoft-edge"
            case .vivaldi: "vivaldi"
            case .firefox, .librewolf: ""
            }
        guard isFirefox else { return directories.configuration.map { $0 + "/" + name } }
        return directories.home.map { $0 + (self == .firefox ? "/.mozilla/firefox" : "/.librewolf") }
    }

    /// The directory in which it looks for manifests of all users; `nil` if it has none of its own.
    var systemDirectory: String? {
        switch self {
        case .chromium: "/etc/chromium/native-messaging-hosts"
        case .chrome: "/etc/opt/chrome/native-messaging-hosts"
        case .edge: "/etc/opt/edge/native-messaging-hosts"
        case .firefox: "/usr/lib/mozilla/native-messaging-hosts"
        case .brave, .vivaldi, .librewolf: nil
        }
    }

    /// The names of its program.
    private var programs: [String] {
        switch self {
        case .chromium: ["chromium", "chromium-browser"]
        case .chrome: ["google-chrome", "google-chrome-stable"]
        case .brave: ["brave-browser", "brave"]
        case .edge: ["microsoft-edge", "microsoft-edge-stable"]
        case .vivaldi: ["vivaldi", "vivaldi-stable"]
        case .firefox: ["firefox", "firefox-esr"]
        case .librewolf: ["librewolf"]
        }
    }

    private var flatpak: String {
        switch self {
        case .chromium: "org.chromium.Chromium"
        case .chrome: "com.google.Chrome"
        case .brave: "com.brave.Browser"
        case .edge: "com.microsoft.Edge"
        case .vivaldi: "com.vivaldi.Vivaldi"
        case .firefox: "org.mozilla.firefox"
        case .librewolf: "io.gitlab.librewolf-community"
        }
    }

    private var snap: String? {
        switch self {
        case .chromium, .brave, .vivaldi, .firefox: rawValue
        case .chrome, .edge, .librewolf: nil
        }
    }

    /// A way in which a browser is installed.
    enum Package: String {
        /// Programs that it starts run outside of a sandbox.
        case ordinary = "package"
        case flatpak
        case snap
    }

    /// The ways in which it is installed for this user.
    ///
    /// - Parameter root: the directory in which the system's paths are looked for; another one in tests.
    func packages(_ directories: UserDirectories, root: String = "") -> [Package] {
        var found: [Package] = []
        let places = ["/usr/bin/", "/usr/local/bin/", "/opt/bin/"]
        // What a Snap leaves in /usr/bin is a script that starts it.
        let isOrdinary = programs.contains { name in
            places.contains { Self.isProgram(root + $0 + name) }
        }
        if isOrdinary { found.append(.ordinary) }
        let flatpaks =
            ["\(root)/var/lib/flatpak/app/"] + [directories.data].compactMap { $0.map { $0 + "/flatpak/app/" } }
        if flatpaks.contains(where: { access($0 + flatpak, F_OK) == 0 }) { found.append(.flatpak) }
        if let snap, access("\(root)/snap/\(snap)", F_OK) == 0 { found.append(.snap) }
        return found
    }

    private static func isProgram(_ path: String) -> Bool {
        guard access(path, X_OK) == 0, let resolved = realpath(path, nil) else { return false }
        defer { free(resolved) }
        return !String(cString: resolved).hasSuffix("/snap")
    }
}
