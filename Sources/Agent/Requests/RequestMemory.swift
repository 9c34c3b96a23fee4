import AgentProtocol
import KeychainServices
import LinuxSupport

/// The memory that was lent for a request: for the frames that it came in, and for its answer.
///
/// One thread at a time has it: the one that has the connection.
final class RequestMemory: @unchecked Sendable {
    // Sendable: see above.
    private var frames: [MemoryLoan] = []
    /// For everything that did not come in a large frame.
    private let rest: MemoryLoan
    /// The stored bytes of the answer so far.
    private var answered = 0
    private var isLent = false
    /// Whether the request has failed because others had the memory.
    private(set) var isShort = false

    init(_ rest: MemoryLoan) { self.rest = rest }

    /// Takes over what a frame was lent.
    func take(_ loan: MemoryLoan) {
        frames.append(loan)
        isLent = true
    }

    /// Begins to count an answer, which may be made more than once.
    func beginAnswer() { (answered, isShort) = (0, false) }

    /// Makes room for the next item of an answer.
    ///
    /// - Parameter size: its stored bytes.
    /// - Throws: `.allocate` if there is no room now, or if there never is.
    func admit(_ size: Int) throws(KeychainError) {
        let needed = answered + MemoryBudget.cost(of: size)
        guard needed <= MemoryBudget.large else { throw .answerTooLarge }
        answered += size + Self.perItem
        try lend(needed)
    }

    /// Makes room for the small parts of a batch.
    ///
    /// - Throws: `.allocate` if there is no room now.
    func admitParts(_ size: Int) throws(KeychainError) {
        try lend(MemoryBudget.cost(of: size))
    }

    private func lend(_ needed: Int) throws(KeychainError) {
        // What is little is not worth counting.
        guard needed > Self.uncounted else { return }
        isLent = true
        isShort = !rest.grow(to: needed)
        if isShort { throw .memoryInUse }
    }

    /// Waits for the memory that there was no room for; for a thread of its own.
    ///
    /// - Returns: whether it is there now.
    func wait(with wait: (MemoryLoan) -> Bool) -> Bool {
        rest.shrink(to: 0)
        return wait(rest)
    }

    /// Notes that the program has to do something for the memory to become free: send the next part, or take the answer.
    func dependsOnProgram() {
        guard isLent else { return }
        let now = Clock.sinceBoot
        for loan in frames + [rest] where loan.count > 0 { loan.dependsOnProgram(since: now) }
    }

    /// Keeps what the answer itself takes: nothing is worked on any more.
    func finishWork() {
        guard isLent else { return }
        for loan in frames { loan.shrink(to: loan.count / MemoryBudget.cost(of: 1)) }
        rest.shrink(to: answered)
    }

    /// Gives everything back.
    func release() {
        beginAnswer()
        guard isLent else { return }
        (frames, isLent) = ([], false)
        rest.shrink(to: 0)
    }

    private static let uncounted = 16 << 10
    /// The bytes of an item beside those that are stored.
    private static let perItem = 64
}

extension KeychainError {
    static var memoryInUse: KeychainError {
        KeychainError(
            .allocate, "other requests have the memory that the agent has for large ones",
            remedy: "try again; what is small is served meanwhile")
    }

    static var batchTooLarge: KeychainError {
        KeychainError(
            .allocate, "there is no memory for the next item of the batch",
            remedy: "add the items in smaller batches, or one by one")
    }

    static var answerTooLarge: KeychainError {
        KeychainError(
            .allocate, "the answer is larger than what the agent has in memory at once",
            remedy: "ask for fewer items at a time, or for attributes without the secrets")
    }
}
