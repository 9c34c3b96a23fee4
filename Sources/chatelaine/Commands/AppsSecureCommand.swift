import ArgumentParser
import Foundation
import LinuxSupport

extension AppsCommand {
    struct SecureCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "secure",
            abstract: "Marks a program, so that no other program of the same user can look into it (as root).",
            discussion: """
                The kernel then keeps every process of the same user away from the program's memory, and the loader ignores LD_PRELOAD and \
                its like. For a program that only root can change, and that is made for it: share/doc/chatelaine/secured-programs.md. \
                Interpreters and programs that print secrets because their arguments say so gain nothing.

                An update of the program removes the mark; nothing is lost, and this command sets it again. Package scripts use --yes.

                Examples:
                  sudo chatelaine apps secure /usr/bin/mail
                  chatelaine apps secure --yes /usr/bin/mail
                """
        )

        @Argument(help: "The path of its executable.") var program: String
        @Flag(help: "Do not ask.") var yes = false

        func run() throws {
            let marking = try ProgramMarking(program)
            if try marking.isMarked() { return try StandardStreams.print("“\(marking.shown)” is marked already") }
            if !yes { try marking.confirm() }
            try marking.mark()
            try StandardStreams.print("marked “\(marking.shown)” with \(ProgramMark.name)")
            if let warning = marking.warning { StandardStreams.complain("note: \(warning)\n") }
        }
    }

    struct UnsecureCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "unsecure",
            abstract:
                "Removes the mark of “apps secure” (as root). Items that only the secured program gets stay, and wait for it."
        )
        @Argument(help: "The path of its executable.") var program: String

        func run() throws {
            let marking = try ProgramMarking(program)
            guard try marking.isMarked() else { return try StandardStreams.print("“\(marking.shown)” is not marked") }
            try marking.unmark()
            try StandardStreams.print("“\(marking.shown)” is not marked any more")
        }
    }
}
