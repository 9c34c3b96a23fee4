import BrowserMessages
import Foundation
import Glibc
import LinuxSupport

/// The clipboard, to which the host takes a secret of the agent's: the browser never has it.
enum HostClipboard {
    /// Hands a secret to Chatelaine's own program, which clears the clipboard after ``ClipboardProgram/seconds`` and at a lock.
    ///
    /// - Returns: the answer for the extension.
    static func copy(_ secret: Data, _ id: UInt64) -> Data {
        // Those of earlier copies that have ended.
        while waitpid(-1, nil, WNOHANG) > 0 {}
        guard let program = ClipboardProgram() else {
            return failure(id, "the program “chatelaine-clipboard” is not installed", "install Chatelaine again")
        }
        guard let content = PipeToChild(), let complaint = PipeToChild() else {
            return failure(id, "too many files are open", "start the browser again")
        }
        do throws(ClipboardProgram.StartError) {
            let status = try program.start(input: content.reader, errors: complaint.writer) {
                content.closeReader()
                complaint.closeWriter()
                // One newline at the end is left out by the program.
                for part in [secret, Data("\n".utf8)] {
                    _ = part.withUnsafeBytes { writeAll($0, to: content.writer) }
                }
                content.closeWriter()
            }
            guard status != 0 else { return BrowserAnswer.copied(id, seconds: Int(ClipboardProgram.seconds)) }
            return failure(id, reading: complaint.reader)
        } catch {
            return failure(id, "the program for the clipboard cannot be started", "install Chatelaine again")
        }
    }

    /// Returns the program's own words: a line with the reason, and one with what to do.
    private static func failure(_ id: UInt64, reading descriptor: Int32) -> Data {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = retrying { read(descriptor, &bytes, bytes.count) }
        let lines = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self).split(separator: "\n")
        func words(after start: String) -> String? {
            lines.first { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
        }
        return failure(
            id, words(after: "chatelaine: ") ?? "the program for the clipboard ended early",
            words(after: "  next: ") ?? "show it in large type instead")
    }

    private static func failure(_ id: UInt64, _ reason: String, _ remedy: String) -> Data {
        BrowserAnswer.error(BrowserMessageError(id, .noClipboard, reason, remedy: remedy))
    }
}
