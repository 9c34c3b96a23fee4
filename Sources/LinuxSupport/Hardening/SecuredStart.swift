import CLinux
import Glibc

/// The start of a program that may be marked (``ProgramMark``).
///
/// Call ``begin(_:service:)`` as the first action of the program, while it has one thread.
/// Specified in: Docs/secured-programs.md.
package enum SecuredStart {
    /// The socket of the system service.
    package static let systemService = "/run/chatelaine/agent.socket"

    /// What a program needs.
    package enum Kind: Sendable {
        /// A program that gets more from the system service if it is secured, with libraries that look into the user's directories.
        case client
        /// The command line and what it starts: they start other programs, and no more is given to them than without a mark.
        case tool
    }

    /// Whether this process keeps the protection of its mark.
    ///
    /// Written once, as what follows, before there are other threads.
    nonisolated(unsafe) package private(set) static var isSecured = false
    nonisolated(unsafe) private static var account: Account?

    /// Keeps the protection of the mark where it is worth something, and gives it up elsewhere.
    ///
    /// It is worth something with the system service, which gives more to secured programs. The user's own agent cannot look at a process
    /// that is protected from its user, and would give it nothing; without an agent the program reads files that every process of the user
    /// can read.
    ///
    /// - Parameter service: the path of the system service's socket.
    package static func begin(_ kind: Kind, service: String = systemService) {
        guard ProgramMark.isHeldBySelf else { return }
        // What the look into the user database opens must not take the place of a closed standard stream.
        StandardDescriptors.occupy()
        guard getenv("CHATELAINE_HOME") == nil, isSocket(service), let account = Account.ofUser() else {
            // In this order: a process that is dumpable and has the capability could be traced by others that have it.
            if clinux_give_up_capabilities() == 0 { _ = clinux_set_dumpable(true) }
            return
        }
        _ = clinux_set_dumpable(false)
        ProcessLimits.forbidCores()
        SecuredEnvironment(kind, of: account).install()
        // A program that is started by a process with the capability gains nothing, and starts unprotected.
        if kind == .tool { _ = clinux_give_up_capabilities() }
        (self.account, isSecured) = (account, true)
    }

    /// The user's home directory, of a secured process.
    package static var home: String? { account?.home }

    /// The environment for programs that a secured process starts: with the user's directories, and without what is for this process
    /// alone. `nil` if this process is not secured.
    package static var environmentForOthers: [String: String]? {
        guard let account else { return nil }
        var variables: [String: String] = [:]
        for name in SecuredEnvironment.kept + [
            "USER", "LOGNAME", "PATH", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS",
        ] {
            variables[name] = getenv(name).flatMap { String(validatingCString: $0) }
        }
        variables["HOME"] = account.home
        return variables
    }

    /// Runs `body` on a thread without the capability, if this process is secured, and waits for it: a marked program that it starts is
    /// secured from its first moment on.
    package static func startingPrograms(_ body: () -> Void) {
        guard isSecured, ProgramMark.isHeld(in: clinux_permitted_capabilities()) else { return body() }
        withoutActuallyEscaping(body) { body in
            let errand = Unmanaged.passRetained(Errand(body))
            var thread = pthread_t()
            let code = pthread_create(
                &thread, nil,
                { argument in
                    guard let argument else { return nil }
                    let errand = Unmanaged<Errand>.fromOpaque(argument).takeRetainedValue()
                    // Capabilities belong to threads: those of this process's others stay.
                    _ = clinux_give_up_capabilities()
                    errand.body()
                    return nil
                }, errand.toOpaque())
            guard code == 0 else {
                errand.release()
                return body()
            }
            pthread_join(thread, nil)
        }
    }

    private final class Errand {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }

    private static func isSocket(_ path: String) -> Bool {
        var information = stat()
        return lstat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFSOCK
    }
}

/// The user's entry in the user database.
struct Account {
    let user: uid_t
    let name: String
    let home: String

    static func ofUser() -> Account? {
        guard let entry = getpwuid(getuid())?.pointee, let home = String(validatingCString: entry.pw_dir),
            home.hasPrefix("/"),
            let name = String(validatingCString: entry.pw_name)
        else { return nil }
        return Account(user: getuid(), name: name, home: home)
    }
}

/// The environment of a secured program: nothing of what it was started with but a few words, checked.
///
/// The loader ignores variables that name libraries, but libraries have variables of their own that do, and find settings in the user's
/// directories that do.
struct SecuredEnvironment {
    private(set) var variables: [String: String]

    /// - Parameter find: the environment that the program was started with.
    init(
        _ kind: SecuredStart.Kind, of account: Account,
        find: (String) -> String? = { name in getenv(name).flatMap { String(validatingCString: $0) } }
    ) {
        variables = [:]
        for name in Self.kept { variables[name] = find(name).flatMap { Self.isKept(name, $0) ? $0 : nil } }
        (variables["HOME"], variables["USER"], variables["LOGNAME"]) = (account.home, account.name, account.name)
        variables["PATH"] = "/usr/local/bin:/usr/bin:/bin"
        let runtime = "/run/user/\(account.user)"
        if Self.belongs(runtime, to: account.user) {
            variables["XDG_RUNTIME_DIR"] = runtime
            variables["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(runtime)/bus"
        }
        if kind == .client { hideDirectories() }
    }

    private mutating func hideDirectories() {
        // Libraries look there for modules, themes, caches of shaders; ours find the user's directories by themselves.
        for name in Self.hidden { variables[name] = "/nonexistent" }
        // fontconfig, which maps caches of fonts into memory, has no other way to the home directory; GLib asks the user database.
        variables["HOME"] = nil
        // No driver of a graphics card is loaded, no module of GIO that is not the system's, and no setting is stored in a file.
        (variables["GSK_RENDERER"], variables["GDK_DEBUG"]) = ("cairo", "gl-disable")
        (variables["GIO_USE_VFS"], variables["GSETTINGS_BACKEND"]) = ("local", "memory")
    }

    /// The directories that libraries do not find.
    static let hidden = ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"]

    /// Whether a variable is kept, with this value.
    private static func isKept(_ name: String, _ value: String) -> Bool {
        guard value.utf8.count <= 256 else { return false }
        switch name {
        case "DISPLAY": return only(value, letters + ".-:_") && value.contains(":")
        case "WAYLAND_DISPLAY": return only(value, letters + "-_.")
        // A file with a number to be shown to the X server: it is only read.
        case "XAUTHORITY": return value.hasPrefix("/")
        // The user's editor, a process of its own.
        case "EDITOR", "VISUAL": return true
        case _ where locale.contains(name): return only(value, letters + "_.@:-")
        default: return only(value, letters + "+-._:/") && !value.hasPrefix("/") && !value.hasPrefix(":")
        }
    }

    private static let locale = [
        "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LC_TIME", "LC_COLLATE", "LC_NUMERIC",
    ]
    static let kept =
        locale + [
            "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "TERM", "COLORTERM", "NO_COLOR", "COLUMNS", "LINES", "TZ",
            "EDITOR", "VISUAL",
            "XDG_SESSION_TYPE", "XDG_SESSION_ID", "XDG_CURRENT_DESKTOP",
        ]

    private static let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

    private static func only(_ text: String, _ allowed: String) -> Bool {
        text.allSatisfy(allowed.contains) && !text.contains("..")
    }

    private static func belongs(_ directory: String, to user: uid_t) -> Bool {
        var information = stat()
        return lstat(directory, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
            && information.st_uid == user
    }

    /// Replaces the environment of this process.
    func install() {
        clearenv()
        for (name, value) in variables { setenv(name, value, 1) }
    }
}
