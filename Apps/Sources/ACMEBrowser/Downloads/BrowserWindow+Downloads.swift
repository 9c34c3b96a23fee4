import GtkSupport

extension BrowserWindow {
    /// Asks where to save a file. While the user is asked, no further file is taken.
    func begin(_ download: Download) {
        guard !isAskingForDestination else { return refuse(download) }
        download.onName = { [weak self] in self?.ask(for: download, named: $0) }
    }

    private func refuse(_ download: Download) {
        messages.confirm(text("The page wanted to send another file."))
        download.cancel()
    }

    private func ask(for download: Download, named proposal: String) {
        guard !isAskingForDestination else { return refuse(download) }
        isAskingForDestination = true
        let name = FileName.safe(proposal, otherwise: text("download"))
        Task {
            let chooser = FileChooser(text("Save File"), accept: text("Save"), .save(name: name))
            let path = await chooser.show(over: window)
            isAskingForDestination = false
            guard let path else { return download.cancel() }
            download.onEnd = { [messages] isComplete in
                if isComplete {
                    messages.confirm(text("“{name}” was saved.", ["name": name]))
                } else {
                    messages.show(text("“{name}” could not be saved.", ["name": name]))
                }
            }
            download.save(to: path)
        }
    }
}
