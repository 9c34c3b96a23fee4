extension ExportContext {
    /// - Throws: ``ExchangeError`` with `.cancelled` if the user has ended the work.
    func checkCancellation() throws(ExchangeError) {
        if cancellation?.isCancelled ?? false { throw ExchangeError(.cancelled, "interrupted; nothing was written") }
    }
}
