import LinuxSupport

/// The start of a program that root can mark, so that no other program of the same user can look into it.
///
/// ```swift
/// SecuredProcess.begin()
/// let application = …
/// ```
///
/// What the mark keeps out, and what a program has to do itself: Docs/secured-programs.md.
public enum SecuredProcess {
    /// Makes a marked program ready, and does nothing in one that is not marked.
    ///
    /// To be called as the first action of the program: before libraries such as GTK are used, and before there is a second thread.
    ///
    /// Where the system service serves keychains, the process stays protected. Its environment is replaced by a list of checked variables:
    /// display, locale, terminal, editor; the session's bus in `/run/user/UID`. `HOME` is not set, and `XDG_CONFIG_HOME` and its like lead
    /// nowhere, so that libraries take nothing from the user's directories: use ``home`` and ``environmentForPrograms``.
    ///
    /// Elsewhere it gives up the mark, and is as any program: an agent of the user's own cannot look at a process that is protected from its
    /// user, and would give it nothing.
    public static func begin() { SecuredStart.begin(.client) }

    /// Whether this process has kept the protection of its mark.
    public static var isSecured: Bool { SecuredStart.isSecured }

    /// The user's home directory from the user database; `nil` if this process is not secured.
    public static var home: String? { SecuredStart.home }

    /// The environment for programs that this one starts, with the user's directories; `nil` if this process is not secured, and its own
    /// environment is to be used.
    public static var environmentForPrograms: [String: String]? { SecuredStart.environmentForOthers }

    /// Runs `body`, which starts programs, and returns when it does. In a secured process it runs on a thread that does not have the mark:
    /// a marked program that is started by a process with the mark is not protected before its own ``begin()``, and as long no program of
    /// the user counts as secured.
    public static func startingPrograms(_ body: () -> Void) { SecuredStart.startingPrograms(body) }
}
