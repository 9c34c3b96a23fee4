import Glibc
import LinuxSupport
import ProcessIdentity
import Synchronization

/// The process of the user because of which no program is secured, as of the last look at a marked program.
final class MarkHolders: Sendable {
    private let holder = Mutex<MarkHolder?>(nil)

    func note(_ evidence: ProcessEvidence) {
        guard !evidence.traits.isDisjoint(with: [.secured, .markHeldByOthers]) else { return }
        holder.withLock { $0 = evidence.markHolder }
    }

    /// A note for people on it, while it is running.
    var notes: [String] {
        holder.withLock { holder in
            if let known = holder, kill(known.pid, 0) != 0, errno == ESRCH { holder = nil }
            guard let holder else { return [] }
            return ["no program is secured, because \(holder.shown) has \(ProgramMark.name): \(MarkHolder.remedy)"]
        }
    }
}
