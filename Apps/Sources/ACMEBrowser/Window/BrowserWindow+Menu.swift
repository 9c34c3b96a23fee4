import GtkSupport

extension BrowserWindow {
    /// Adds the entries of the menu.
    func addMenu() {
        actions.add("fill-login") { [weak self] in self?.filler.fill(onlyLogins: true) }
        actions.add("forms") { [weak self] in self?.userActs { $0.go(to: "acme:") } }
        actions.add("window") { [weak self] in
            guard let self else { return }
            BrowserWindow.open(application)
        }
        menu.setName(text("Menu"))
        menu.setMenu([
            [(text("Fill Logins Only"), "win.fill-login")],
            [(text("New Window"), "win.window"), (text("Page of Forms"), "win.forms")],
        ])
        filler.onState = { [weak self] canFill in self?.actions.setEnabled("fill-login", canFill) }
    }

    /// Adds the keys.
    func addKeys() {
        Shortcuts.add("<Control>l", to: window, early: true) { [weak self] in
            self?.address.focus()
            return true
        }
        Shortcuts.add("Escape", to: window) { [weak self] in
            guard let self else { return false }
            if filler.stop() { return true }
            guard view.isLoading else { return false }
            view.stop()
            return true
        }
        Shortcuts.add(
            to: window,
            [
                "<Alt>Left": { [weak self] in self?.userActs { $0.view.goBack() } },
                "<Alt>Right": { [weak self] in self?.userActs { $0.view.goForward() } },
                "<Control>r": { [weak self] in self?.userActs { $0.reloadOrStop() } },
                "<Control>n": { [weak self] in self.map { BrowserWindow.open($0.application) } },
                "<Control><Shift>f": { [weak self] in self?.filler.fill(onlyLogins: false) },
            ])
        KeyList.add(
            [
                .init(
                    text("Pages"),
                    [
                        ("<Control>l", text("Type an address")), ("<Alt>Left", text("Go back")),
                        ("<Alt>Right", text("Go forward")), ("<Control>r", text("Reload the page")),
                        ("<Control>n", text("New window")),
                    ]),
                .init(
                    text("Password manager"),
                    [("<Control><Shift>f", text("Fill the page")), ("Escape", text("Stop asking"))]),
            ], to: window)
    }
}
