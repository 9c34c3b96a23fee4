/// A presentation of a sheet, in a window or a terminal.
public protocol SheetPresentation: Sendable {
    /// Shows the sheet until it ends. The call blocks, and may be made only once.
    func run() -> SheetOutcome
    /// Sends an event from outside to the sheet, such as the end of the requesting program. It can be called from any
    /// thread.
    func post(_ event: SheetEvent)
    /// The password manager that the user has chosen, available after the end; `nil` if the sheet did not ask or the
    /// user did not answer.
    var chosenManager: String? { get }
    /// Shows, after the end, that the picked item could not be used.
    func show(failure reason: String)
}
