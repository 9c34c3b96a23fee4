import ArgumentParser
import DataProtection
import Foundation
import Glibc
import KeyManagement
import LinuxSupport

struct CatCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cat",
        abstract: "Prints what is in protected files.",
        discussion: """
            Without --force, binary data and control characters are not printed to a terminal.

            Examples:
              chatelaine cat letter.txt
              chatelaine cat photo.jpg > plain.jpg
            """
    )

    @Argument(help: "The files.", completion: .file()) var files: [String]
    @Flag(name: .shortAndLong, help: "Print to a terminal even if it is not plain text.") var force = false
    @OptionGroup var access: KeychainOptions

    /// The number of bytes read at once.
    private static let pieceSize = 1 << 20

    func run() throws {
        let session = try Session(access)
        for file in files {
            let reader = try session.performOnFile { try ProtectedFileReader(file, keys: $0) }
            try checkTerminal(reader)
            while case let piece = try reader.read(upToCount: Self.pieceSize), !piece.isEmpty {
                try StandardStreams.write(piece)
            }
        }
    }

    private func checkTerminal(_ reader: ProtectedFileReader) throws {
        guard !force, isatty(STDOUT_FILENO) == 1 else { return }
        guard reader.length <= Self.pieceSize, UntrustedText.isHarmless(try reader.read(at: 0, count: reader.length))
        else {
            throw Failure(
                .failed, "the content is long or not plain text, and this is a terminal",
                remedy: "send it to a file with “> FILE”, or insist with --force")
        }
    }
}

struct FileListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "Lists protected files and their classes.",
        discussion: """
            Takes no passcode: what is listed is not secret. Of a directory, the protected files in it are listed.

            Examples:
              chatelaine ls
              chatelaine ls -l Documents letter.txt
            """
    )

    @Flag(name: [.customShort("l"), .long], help: "Also the size of the content, and the access group.") var long =
        false
    @Flag(help: .json) var json = false
    @Argument(help: "Files and directories; without any, the current directory.", completion: .file())
    var files: [String] = []

    func run() throws {
        let (found, leftOut) = try informations()
        if json {
            try JSONText.print([("files", .array(found.map(Self.object)))])
        } else {
            for (path, information) in found { try show(information, path) }
        }
        guard leftOut == 0 else { throw Self.notText(leftOut) }
    }

    private static func notText(_ count: Int) -> Failure {
        let files = count == 1 ? "1 protected file whose name is" : "\(count) protected files whose names are"
        return Failure(.failed, "\(files) not UTF-8 cannot be listed", remedy: "rename what “ls -b” shows with numbers")
    }

    private static func object(_ path: String, _ information: FileInformation) -> JSONText {
        .object([
            ("path", .string(path)), ("class", .string(FileClassArgument(information.fileClass).rawValue)),
            ("size", .number(Int(information.length))), ("group", .string(information.group)),
        ])
    }

    /// - Returns: the protected files, and the number of those in directories whose names are not text.
    private func informations() throws -> (found: [(path: String, information: FileInformation)], leftOut: Int) {
        var found: [(path: String, information: FileInformation)] = []
        var leftOut = 0
        for file in files.isEmpty ? ["."] : files {
            guard let directory = try ListedDirectory(file) else {
                found.append((file, try FileInformation(file)))
                continue
            }
            for name in directory.names {
                let path = file == "." ? name : file + "/" + name
                // Others are no concern of this command's.
                if let information = try? FileInformation(path) { found.append((path, information)) }
            }
            leftOut += directory.protectedFilesWithoutText
        }
        return (found, leftOut)
    }

    private func show(_ information: FileInformation, _ path: String) throws {
        let fileClass = FileClassArgument(information.fileClass).rawValue.padding(
            toLength: 13, withPad: " ", startingAt: 0)
        var line = fileClass
        if long {
            let length = String(information.length)
            line += String(repeating: " ", count: max(12 - length.count, 0)) + length + "  "
            line += UntrustedText.forTerminal(information.group) + "  "
        }
        try StandardStreams.print(line + UntrustedText.forTerminal(path))
    }
}
