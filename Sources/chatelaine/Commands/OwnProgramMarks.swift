import Foundation
import Glibc
import LinuxSupport

/// The marks of the programs of ours that show or take secrets. The installation of the system service sets them.
enum OwnProgramMarks {
    private static let names = [
        "chatelaine", "chatelaine-passwords", "chatelaine-keychains", "chatelaine-sheet", "chatelaine-clipboard",
    ]

    private static var installed: [String] { names.compactMap { InstalledProgram.path(of: $0) } }

    /// Marks those that are installed.
    ///
    /// - Returns: a line for each. One that cannot be marked works as before, and is no reason to stop.
    static func set() -> [String] {
        installed.map { path in
            do {
                let program = try ProgramMarking(path)
                if try !program.isMarked() { try program.mark() }
                let note = program.warning.map { "; but \($0)" } ?? ""
                return "marked “\(program.shown)”: other programs of its user cannot look into it\(note)"
            } catch {
                return "not marked: \(reason(error, path))"
            }
        }
    }

    /// Removes the marks.
    ///
    /// - Returns: a line for each that could not be removed.
    static func remove() -> [String] {
        installed.compactMap { path in
            do {
                let program = try ProgramMarking(path)
                if try program.isMarked() { try program.unmark() }
                return nil
            } catch {
                return "left as it is: \(reason(error, path))"
            }
        }
    }

    /// A line for each that has no mark, as after an update. For the user of the system service.
    static var missing: [String] {
        installed.compactMap { path in
            guard let file = Descriptor(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)),
                ProgramMark.state(of: file) == .unmarked
            else { return nil }
            return "“\(path)” is not secured, perhaps since an update; as root: "
                + "chatelaine agent install --system"
        }
    }

    private static func reason(_ error: any Error, _ path: String) -> String {
        guard let failure = error as? Failure else { return "“\(UntrustedText.forTerminal(path))”: \(error)" }
        return "\(failure.reason)\n  next: \(failure.remedy)"
    }
}
