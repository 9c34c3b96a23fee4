import Dispatch

/// The start of the agent.
public enum AgentStart {
    /// Starts the agent. Returns when it listens, or cannot be started.
    public static func run() async {
        guard let program = OwnPrograms.path(of: "chatelaine") else { return }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                let none = UnsafeRawBufferPointer(start: nil, count: 0)
                // The agent keeps running when this window has closed: other programs need it as well.
                let agent = ChildProgram([program, "agent"], input: none, isOfItsOwn: true)
                _ = agent?.firstLine()
                continuation.resume()
                agent?.wait()
            }
        }
    }
}
