import CLinux
import Foundation
import Glibc
import LinuxSupport
import Secrets

/// The user's own `gpg`, which is started without a shell.
enum GPG {
    /// The directory of gpg's keys; `nil` for the user's own.
    @TaskLocal static var home: String?
    /// The most bytes of a decrypted file.
    static let largest = 1 << 20

    /// Decrypts a file.
    ///
    /// - Parameters:
    ///   - input: the encrypted file, from its start.
    ///   - name: its name for messages.
    /// - Throws: ``ExchangeError``.
    static func decrypt(_ input: borrowing Descriptor, _ name: String) throws(ExchangeError) -> SecretBytes {
        guard let pipe = PipeToChild(), let messages = Descriptor.memoryFile(empty) else { throw tooManyFiles }
        let child = try spawn(
            ["--batch", "--quiet", "--decrypt"], input: input.number, output: pipe.writer, errors: messages.number)
        pipe.closeWriter()
        var isTooLarge = false
        var bytes = SecretBytes(zeros: largest)
        let count = bytes.withUnsafeMutableBytes { bytes in
            var count = 0
            while true {
                guard count < bytes.count else {
                    isTooLarge = true
                    return count
                }
                let more = retrying { read(pipe.reader, bytes.baseAddress.map { $0 + count }, bytes.count - count) }
                guard more > 0 else { return count }
                count += more
            }
        }
        pipe.closeReader()
        let status = waitForChild(child)
        guard !isTooLarge else {
            throw ExchangeError(
                .tooLarge, "more than \(largest) bytes are in it", at: name, remedy: "remove the file, or move it away")
        }
        guard let status, exitStatus(status) == 0 else {
            throw ExchangeError(
                .wrongPassword, "gpg cannot decrypt it\(reason(messages))", at: name,
                remedy: "check that gpg --decrypt opens the file")
        }
        return bytes.withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    /// Encrypts a text to a file.
    static func encrypt(
        _ text: borrowing SecretBytes, to recipients: [String], _ output: borrowing Descriptor, _ name: String
    ) throws(ExchangeError) {
        guard let messages = Descriptor.memoryFile(empty),
            let input = text.withUnsafeBytes({ Descriptor.memoryFile($0) })
        else { throw tooManyFiles }
        lseek(input.number, 0, SEEK_SET)
        let arguments = ["--batch", "--quiet", "--compress-algo", "none", "--no-encrypt-to", "--encrypt"]
        let child = try spawn(
            arguments + recipients.flatMap { ["--recipient", $0] }, input: input.number, output: output.number,
            errors: messages.number)
        guard let status = waitForChild(child), exitStatus(status) == 0 else {
            throw ExchangeError(
                .io, "gpg cannot encrypt it\(reason(messages))", at: name,
                remedy: "check that gpg has the recipients' keys and trusts them")
        }
    }

    private static var empty: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }

    private static var tooManyFiles: ExchangeError {
        ExchangeError(.io, "too many files are open, or there is too little memory", remedy: "close other programs")
    }

    private static func spawn(
        _ arguments: [String], input: Int32, output: Int32, errors: Int32
    ) throws(ExchangeError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Copies with numbers of their own: one of the three may be that of a standard stream.
        for (descriptor, stream) in [(input, STDIN_FILENO), (output, STDOUT_FILENO), (errors, STDERR_FILENO)] {
            posix_spawn_file_actions_adddup2(&actions, descriptor, stream)
        }
        clinux_spawn_close_from(&actions, 3)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var words: [UnsafeMutablePointer<CChar>?] =
            (["gpg"] + (home.map { ["--homedir", $0] } ?? []) + arguments)
            .map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        let error = posix_spawnp(&child, "gpg", &actions, &attributes, &words, environ)
        guard error == 0 else {
            throw ExchangeError(
                .unsupported, "gpg cannot be started: \(String(cString: strerror(error)))",
                remedy: "install Debian's package gnupg, or your system's")
        }
        return child
    }

    /// Returns the last line that gpg has written to its standard error, which contains no secret.
    private static func reason(_ messages: borrowing Descriptor) -> String {
        var bytes = [UInt8](repeating: 0, count: 8192)
        let count = bytes.withUnsafeMutableBytes { messages.read(into: $0).count }
        let lines = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
        guard let last = lines.last else { return "" }
        return ": " + String(last.prefix(200).filter { !$0.unicodeScalars.contains { $0.value < 32 } })
    }
}
