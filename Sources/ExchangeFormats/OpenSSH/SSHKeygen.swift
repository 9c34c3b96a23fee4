import Glibc
import LinuxSupport
import Secrets

/// The program `ssh-keygen`, which changes the password of a file in memory.
///
/// The file is a memfd(2), the password comes through a socket: neither is in a directory, an argument or the environment.
/// Specified in: ssh-keygen(1), `-p`; ssh(1), `SSH_ASKPASS`.
enum SSHKeygen {
    private static let program = "/usr/bin/ssh-keygen"
    private static let environment = "/usr/bin/env"
    /// What ssh-keygen runs to ask for a password: it prints the next line of the socket.
    private static let question = "#!/bin/sh\nIFS= read -r line <&5 && printf '%s\\n' \"$line\"\n"
    /// ssh-keygen reads so many bytes of a password.
    private static let longestPassword = 1022
    private static let longestFile = 1 << 20

    /// Returns a file without encryption.
    ///
    /// - Throws: `.wrongPassphrase`, `.programMissing`.
    static func decrypt(_ file: borrowing SecretBytes, _ form: Passphrase.Form) throws(ExchangeError) -> SecretBytes {
        try run(file, ["-N", ""], form, times: 1)
    }

    /// Returns a file that is encrypted.
    ///
    /// - Throws: `.wrongPassphrase` for a password that ssh-keygen does not accept, such as one under five characters; `.programMissing`.
    static func encrypt(_ file: borrowing SecretBytes, _ form: Passphrase.Form) throws(ExchangeError) -> SecretBytes {
        // It asks twice.
        try run(file, [], form, times: 2)
    }

    private static func run(
        _ file: borrowing SecretBytes, _ options: [String], _ form: Passphrase.Form, times: Int
    ) throws(ExchangeError) -> SecretBytes {
        guard access(program, X_OK) == 0 else { throw ExchangeError(.programMissing(program)) }
        let memory = try memoryFile(file)
        let helper = try memoryFile(SecretBytes(copying: question.utf8), isProgram: true)
        let answers = try answers(form, times: times)
        let words = [
            environment, "SSH_ASKPASS=/proc/self/fd/4", "SSH_ASKPASS_REQUIRE=force", program, "-p", "-q",
        ]
        let command = words + options + ["-f", "/proc/self/fd/3"]
        let child = ChildStart.spawn(command, descriptors: [memory.number, helper.number, answers.number])
        guard let child, let status = waitForChild(child) else { throw ExchangeError(.programMissing(program)) }
        switch exitStatus(status) {
        case 0: return try contents(memory)
        // Those of env(1), which does not find the program or may not run it.
        case 126, 127: throw ExchangeError(.programMissing(program))
        default: throw ExchangeError(.wrongPassphrase)
        }
    }

    private static func memoryFile(
        _ bytes: borrowing SecretBytes, isProgram: Bool = false
    ) throws(ExchangeError) -> Descriptor {
        let file = bytes.withUnsafeBytes { Descriptor.memoryFile($0, isProgram: isProgram) }
        guard let file else { throw ExchangeError(.programMissing(program)) }
        return file
    }

    /// Returns the end of a connection from which the password is read.
    private static func answers(_ form: Passphrase.Form, times: Int) throws(ExchangeError) -> Descriptor {
        let isUsable = form.utf8.withUnsafeBytes { password in
            !password.isEmpty && password.count <= longestPassword
                && !password.contains { $0 == 0 || $0 == 0x0A || $0 == 0x0D }
        }
        guard isUsable else { throw ExchangeError(.wrongPassphrase) }
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0, let reading = Descriptor(ends[0]),
            let writing = Descriptor(ends[1])
        else { throw ExchangeError(.programMissing(program)) }
        let line = SecretBytes(count: form.utf8.count + 1) { line in
            form.utf8.withUnsafeBytes { line.copyMemory(from: $0) }
            line[line.count - 1] = 0x0A
        }
        // Two lines are shorter than what a connection takes without a reader.
        for _ in 0..<times {
            guard line.withUnsafeBytes({ writing.write($0).errno }) == 0 else {
                throw ExchangeError(.programMissing(program))
            }
        }
        return reading
    }

    private static func contents(_ file: borrowing Descriptor) throws(ExchangeError) -> SecretBytes {
        let size = lseek(file.number, 0, SEEK_END)
        guard size > 0, size <= longestFile else { throw ExchangeError(.malformed) }
        var count = 0
        let bytes = SecretBytes(count: Int(size)) { count = file.read(into: $0).count }
        guard count == bytes.count else { throw ExchangeError(.malformed) }
        return bytes
    }
}
