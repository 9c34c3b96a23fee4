import Dispatch

/// The serial queues for work that takes time.
///
/// Changes of the keychain wait for the disk, and deriving a key from a passcode takes half a second: readers wait for neither.
final class WorkQueues: Sendable {
    /// The queue on which the keychain is changed.
    let writes = DispatchQueue(label: "io.github.chatelaine.agent.changes")
    /// The queue on which keys are derived from passcodes, and passcodes are judged.
    let passcodes = DispatchQueue(label: "io.github.chatelaine.agent.passcodes")
}
