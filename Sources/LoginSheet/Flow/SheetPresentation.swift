/// A sheet that somebody sees, wherever that is.
public protocol SheetPresentation: Sendable {
    /// Shows the sheet until it ends. Blocks; called once.
    func run() -> SheetOutcome
    /// Tells the sheet what has happened elsewhere, such as that the program has gone. From any thread.
    func post(_ event: SheetEvent)
    /// The password manager that somebody has chosen, once the sheet has ended; nil: nobody was asked or has said.
    var chosenManager: String? { get }
    /// Says, after the end, that what was picked could not be used.
    func show(failure reason: String)
}
