import Foundation

/// The scripts that read and fill pages, and what calls them.
enum PageScripts {
    /// The scripts by the names of their files, embedded so that they cannot be replaced.
    static let files: [String: [UInt8]] = [
        "tree.js": PackageResources.tree_js, "visibility.js": PackageResources.visibility_js,
        "texts.js": PackageResources.texts_js, "forms.js": PackageResources.forms_js,
        "collector.js": PackageResources.collector_js, "runner.js": PackageResources.runner_js,
    ]

    /// The names of the scripts in the order in which they are loaded.
    static let order = String(decoding: PackageResources.scripts_txt, as: UTF8.self).split(whereSeparator: \.isNewline)
        .map(String.init)

    /// The function that reads a page, in its parameters `token` and `most`.
    ///
    /// - Returns: its body. It returns the origin of the document, and in the next line the model.
    /// - Throws: `.unreadable` if a script is missing in this build, which a test excludes.
    static func reading() throws(WebKitPageError) -> String {
        var scripts = ""
        for name in order {
            guard let file = files[name] else { throw .unreadable("“\(name)” is missing in this build") }
            // Each in a function of its own, as if it were loaded by itself.
            scripts += "(function () {\n\(String(decoding: file, as: UTF8.self))\n}).call(globalThis);\n"
        }
        return """
            if (typeof globalThis.ChatelainePage?.fill !== "function") {
            \(scripts)
            }
            const model = JSON.stringify(globalThis.ChatelainePage.collect({ frames: "descend" }));
            if (model.length > Number(most)) throw new Error("the page has too many fields");
            globalThis.chatelaineReading = token;
            return globalThis.origin + "\\n" + model;
            """
    }

    /// The body of the function that fills a page, in its parameters `token`, `origin` and `plan`.
    ///
    /// It returns the report, or an empty text if the document is not the one that was read.
    static let filling = """
        const page = globalThis.ChatelainePage;
        if (globalThis.chatelaineReading !== token || globalThis.origin !== origin || !page) return "";
        return JSON.stringify(await page.fill(JSON.parse(plan)));
        """
}
