import ArgumentParser
import DataProtection
import KeyManagement
import KeychainServices
import LinuxSupport

struct ProtectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "protect",
        abstract: "Encrypts files, each with a key that the keychain keeps.",
        discussion: """
            A file that is already protected changes to the given class. Classes, by when a file can be read:
              complete      only while the keychain is unlocked
              unless-open   only while the keychain is unlocked; written also while it is locked
              first-unlock  from the first unlock on, locked or not
              none          always, on this device

            The earlier unencrypted content can remain on the disk: it is not overwritten. Existing copies stay unencrypted. Without \
            the keychain, a protected file is lost: make a recovery key.

            Examples:
              chatelaine protect letter.txt
              chatelaine protect --class complete *.pdf
            """
    )

    @Option(name: [.customShort("C"), .customLong("class")], help: "complete, unless-open, first-unlock or none.")
    var fileClass: FileClassArgument = .firstUnlock
    @Argument(help: "The files.", completion: .file()) var files: [String]
    @OptionGroup var access: KeychainOptions

    func run() throws {
        let session = try Session(access)
        try session.rewrite(files) { file, keychain, progress in
            let names = try ProtectedFile.protect(
                file, fileClass: fileClass.fileClass, group: access.group, keys: keychain, progress: progress.show)
            return names.map { Self.warning(about: $0, of: file) }
        }
        session.keychain.close()
    }

    private static func warning(about names: ProtectedFile.PlainNames, of file: String) -> String {
        """
        warning: “\(file)” had \(names.count + 1) names; under the other \(names.count == 1 ? "one" : "\(names.count)") its content is \
        still unencrypted
          next: find them with “find DIRECTORY -xdev -inum \(names.inode)”, and remove or link them again
        """
    }
}

struct UnprotectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unprotect",
        abstract: "Replaces protected files with unencrypted ones.",
        discussion: """
            Example:
              chatelaine unprotect letter.txt
            """
    )

    @Argument(help: "The files.", completion: .file()) var files: [String]
    @OptionGroup var access: KeychainOptions

    func run() throws {
        try Session(access).rewrite(files) { file, keychain, progress in
            try ProtectedFile.unprotect(file, keys: keychain, progress: progress.show)
            return nil
        }
    }
}

extension Session {
    /// Replaces each file in turn and shows the progress. ^C leaves the current file unchanged.
    ///
    /// - Parameter body: returns a warning for the user, or nil.
    fileprivate func rewrite(
        _ files: [String], _ body: (_ file: String, _ keychain: Keychain, _ progress: FileProgress) throws -> String?
    ) throws {
        try WritingInterruption.whileWatching {
            for file in files {
                let warning = try performOnFile { keychain in
                    let progress = FileProgress(file)
                    defer { progress.end() }
                    return try body(file, keychain, progress)
                }
                guard let warning else { continue }
                StandardStreams.complain(UntrustedText.forTerminal(warning, keepingNewlines: true) + "\n")
            }
        }
    }
}

/// A protection class by its name on the command line; Apple's names are accepted too.
enum FileClassArgument: String, ExpressibleByArgument, CaseIterable {
    case complete
    case unlessOpen = "unless-open"
    case firstUnlock = "first-unlock"
    case none

    init?(argument: String) {
        guard let match = Self.allCases.first(where: { $0.rawValue == argument || $0.fileClass.name == argument })
        else { return nil }
        self = match
    }

    init(_ fileClass: FileProtectionClass) {
        self =
            switch fileClass {
            case .complete: .complete
            case .completeUnlessOpen: .unlessOpen
            case .completeUntilFirstUserAuthentication: .firstUnlock
            case .none: .none
            }
    }

    var fileClass: FileProtectionClass {
        switch self {
        case .complete: .complete
        case .unlessOpen: .completeUnlessOpen
        case .firstUnlock: .completeUntilFirstUserAuthentication
        case .none: .none
        }
    }
}
