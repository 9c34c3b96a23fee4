import GtkSupport

/// The menus of the window.
@MainActor enum BrowserActions {
    static func add(_ context: WindowContext, _ browser: Browser, to interface: Interface) {
        (interface["primary-button"] as MenuButton).setName(text("Main menu"))
        (interface["more"] as MenuButton).setName(text("More about this item"))
        FileDrop.accept(on: browser.view) { [context] paths in
            Task { await Exchange.run(paths, context) }
            return !paths.isEmpty
        }
        (interface["new-button"] as Button).onClick { [unowned browser] in browser.new() }
        (interface["primary-button"] as MenuButton).setMenu([
            [
                (text("_New Keychain…"), "win.new-keychain"), (text("_Open a Keychain…"), "win.open-keychain"),
                (text("_Import a File…"), "win.import"),
            ],
            [(text("_Lock"), "win.lock"), (text("Keychain _Settings"), "win.settings")],
            [(text("_Keyboard Shortcuts"), "win.shortcuts")],
        ])
        let actions = Actions(context.window)
        actions.add("lock") { [unowned browser] in browser.lock() }
        actions.add("shortcuts") { [context] in context.show(KeyList.window(ShortcutsList.groups)) }
        actions.add("new-keychain") { [context] in NewKeychainWindow.show(context) }
        actions.add("open-keychain") { [context] in NewKeychainWindow.open(context) }
        actions.add("settings") { [context] in KeychainSettingsWindow.show(context) }
        actions.add("import") { [context] in Exchange.chooseFile(context) }
        actions.add("export") { [unowned browser] in browser.item.export(isIdentity: false) }
        actions.add("export-identity") { [unowned browser] in browser.item.export(isIdentity: true) }
        actions.add("delete") { [unowned browser] in browser.delete() }
    }
}
