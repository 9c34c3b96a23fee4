import Foundation
import GtkSupport

extension MainWindow {
    // MARK: - Writing

    func write() {
        page = .writing
        writing.begin()
    }

    func cancelWriting() {
        let discarded = writing.content
        writing.clear()
        showList()
        if let discarded {
            undo.offer(text("Discarded")) { [weak self] in
                self?.writing.begin(with: discarded)
                self?.page = .writing
            }
        }
        start {
            try await self.keeper.removeDraft()
        } failed: {
            self.showError($0)
        }
    }

    func keep(_ content: PresentContent) {
        let opening = now
        writing.isBusy = true
        start {
            let present = try await self.keeper.add(content)
            guard self.isCurrent(opening) else { return }
            self.writing.clear()
            self.list.presents.insert(present, at: 0)
            self.showList()
        } failed: { error in
            self.writing.isBusy = false
            self.writing.say(ErrorText(error).reason)
        }
    }

    func choosePicture() {
        let opening = now
        let chooser = FileChooser(
            text("Choose a Picture"), accept: text("Choose"), .open(types: PresentPicture.types))
        start {
            guard let path = await chooser.show(over: self.window), self.isCurrent(opening) else { return }
            self.writing.isBusy = true
            let read = await Task.detached { Result { () throws(PictureError) in try PresentPicture(file: path) } }
                .value
            guard self.isCurrent(opening) else { return }
            self.writing.isBusy = false
            switch read {
            case .success(let picture): self.writing.show(picture)
            case .failure(let error): self.writing.say(error.message)
            }
        } failed: {
            self.showError($0)
        }
    }

    // MARK: - Details

    func look(at present: Present) {
        let opening = now
        start {
            let (content, picture) = try await self.keeper.details(of: present.id)
            guard self.isCurrent(opening), self.page == .list else { return }
            self.page = .details
            self.details.show(content, picture)
        } failed: {
            self.showError($0)
        }
    }

    // MARK: - Sharing

    func share(_ way: PresentDetails.Way, _ present: SharedPresent) {
        switch way {
        case .copy:
            PlainClipboard.copy(present.content.text, present.pixels)
            toasts.show(text("Copied. The copy is not protected."))
        case .save: save(present)
        case .handOver: handOver(present)
        }
    }

    private func save(_ present: SharedPresent) {
        let chooser = FileChooser(text("Save the Present"), accept: text("Save"), .save(name: present.fileName))
        start {
            guard let path = await chooser.show(over: self.window) else { return }
            try await Task.detached { try present.write(to: path) }.value
            self.toasts.show(text("Saved. The file is not protected."))
        } failed: {
            self.showSharingError($0)
        }
    }

    private func handOver(_ present: SharedPresent) {
        start {
            let path = try await Task.detached { try SharedFiles.write(present) }.value
            try await OtherProgram.open(path, over: self.window)
            self.toasts.show(text("Handed over. The copy is not protected."))
        } failed: {
            self.showSharingError($0)
        }
    }

    private func showSharingError(_ error: any Error) {
        let reason = (error as? HandingOverFailed)?.reason ?? (error as NSError).localizedDescription
        toasts.show(text("The present was not shared: {reason}", ["reason": reason]))
    }
}
