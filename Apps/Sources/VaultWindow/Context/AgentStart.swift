import Dispatch
import GtkSupport

/// Starts the agent that vaults belong to.
enum AgentStart {
    /// Returns when the agent listens, or cannot be started.
    static func run() async {
        guard let program = OwnPrograms.path(of: "chatelaine") else { return }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                let none = UnsafeRawBufferPointer(start: nil, count: 0)
                // It goes on when this window has closed: other programs need it as well.
                let agent = ChildProgram([program, "agent"], input: none, isOfItsOwn: true)
                _ = agent?.firstLine()
                continuation.resume()
                agent?.wait()
            }
        }
    }
}
