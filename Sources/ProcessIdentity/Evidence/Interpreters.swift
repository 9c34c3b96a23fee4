/// Programs that run arbitrary scripts or code, recognized by the name of the executable.
///
/// The list cannot be complete. An interpreter that is missing from it counts as an ordinary program, and all its scripts share what the
/// user allowed it; a program that is listed needlessly gets no permanent grant.
package enum Interpreters {
    /// Whether an executable is an interpreter: its name is in the table, possibly with a version after it, as in `python3.11` or
    /// `php-cgi8.2`.
    package static func contain(path: [UInt8]) -> Bool {
        let name = path.split(separator: UInt8(ascii: "/")).last ?? []
        if names.contains(Array(name)) { return true }
        let stem = name.prefix { $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") }
        guard let next = name.dropFirst(stem.count).first, "0123456789.-".utf8.contains(next) else { return false }
        return names.contains(Array(stem))
    }

    private static let names = Set(
        [
            // Shells.
            "ash", "bash", "busybox", "csh", "dash", "elvish", "env", "fish", "ksh", "ksh93", "mksh", "nu", "pwsh",
            "rbash",
            "sh", "tcsh", "toybox", "yash", "zsh",
            // Languages.
            "awk", "beam.smp", "bun", "clisp", "deno", "dotnet", "elixir", "erl", "escript", "expect", "gawk", "gjs",
            "guile",
            "ipython", "irb", "java", "jruby", "jshell", "julia", "lua", "luajit", "mawk", "mono", "node", "nodejs",
            "ocaml",
            "original-awk", "perl", "php", "pypy", "python", "qjs", "R", "racket", "raku", "Rscript", "ruby", "sbcl",
            "tclsh",
            "wish",
            // Debuggers and editors with a scripting language.
            "emacs", "gdb", "lldb", "nvim", "vim",
            // Programs that run those of another architecture or system, and the dynamic loader called by name.
            "box", "ld", "qemu", "wine", "wine-preloader", "wine64", "wine64-preloader",
        ].map { Array($0.utf8) })
}
