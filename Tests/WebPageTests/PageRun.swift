import BrowserTesting
import Foundation
import PageFilling
import PasswordVault
import Secrets
import TestSupport

/// A page of the corpus in a real browser: collected, filled, and read back.
struct PageRun {
    /// The page's scripts, as the extension and web views load them.
    static let scripts: String = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Extension/page")
        let text = { (name: String) in
            (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)) ?? ""
        }
        return text("scripts.txt").split(separator: "\n").map { text(String($0)) }.joined(separator: "\n")
    }()

    /// Elements by the selectors of the descriptions, which lead into shadow trees (`>>>`) and frames (`|||`).
    private static let resolve = """
        const resolve = (selector) => {
          const parts = selector.split(/ (>>>|\\|\\|\\|) /);
          let element = document.querySelector(parts[0]);
          for (let index = 1; element && index < parts.length; index += 2) {
            const root = parts[index] === ">>>" ? ChatelainePage.tree.shadow(element) : element.contentDocument;
            element = root?.querySelector(parts[index + 1]) ?? null;
          }
          return element;
        };
        """

    /// Closed shadow trees are open to an extension, whose means an isolated world does not have.
    static let openShadows = """
        (() => {
          const attach = Element.prototype.attachShadow;
          Element.prototype.attachShadow = function (init) { return attach.call(this, { ...init, mode: "open" }); };
        })();
        """

    let page: WebPage
    let tab: any BrowserTab
    let model: PageModel
    /// The ids of the model by the selectors of the description; none for fields that were not collected.
    let ids: [String: String]

    init(_ page: WebPage, in tab: any BrowserTab) throws {
        (self.page, self.tab) = (page, tab)
        let address = String(page.description.url.prefix { $0 != "#" })
        try tab.serve([address: PageAnswer(page.html)], forms: PageAnswer("<p>done</p>"))
        try tab.open(page.description.url)
        let selectors = try Self.json(page.description.fields.map(\.selector))
        let found = try tab.evaluate(
            """
            (() => { \(Self.scripts)
            const model = ChatelainePage.collect({ frames: "descend" });
            \(Self.resolve)
            const ids = {};
            for (const selector of \(selectors)) {
              const element = resolve(selector);
              for (const field of model.fields) {
                if (element && ChatelainePage.collected.find(field.id).element.deref() === element) ids[selector] = field.id;
              }
            }
            return JSON.stringify({ model: JSON.stringify(model), ids });
            })()
            """, isIsolated: true)
        let answer = try JSONSerialization.jsonObject(with: Data("\(found ?? "")".utf8)) as? [String: Any] ?? [:]
        let text = answer["model"] as? String ?? ""
        if let folder = ProcessInfo.processInfo.environment["CHATELAINE_PAGE_MODELS"] {
            try text.write(toFile: "\(folder)/\(page.name).json", atomically: true, encoding: .utf8)
            try Self.json(answer["ids"] as? [String: String] ?? [:])
                .write(toFile: "\(folder)/\(page.name).ids", atomically: true, encoding: .utf8)
        }
        do {
            model = try PageModel(json: Data(text.utf8))
        } catch {
            throw TestFailure("\(page.name): \(error)")
        }
        ids = answer["ids"] as? [String: String] ?? [:]
    }

    private static func json(_ value: Any) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: value), as: UTF8.self)
    }

    // MARK: - Filling

    /// The plan for an item, as JSON; `nil` if nothing is filled.
    func plan(with kind: String) -> String? {
        let item = WebPage.item(kind, for: page.description.url)
        let code = kind == "code" ? Secret(WebPage.code) : nil
        let new = kind == "new-login" ? Secret(WebPage.newPassword) : nil
        let plan = try? FillPlan(model, at: model.url, item: item, oneTimeCode: code, newPassword: new)
        return plan.map { $0.json().withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
    }

    /// Carries a plan out, and returns what the runner reports by id.
    func fill(_ plan: String) throws -> [String: String] {
        let answer = try tab.evaluate(
            "ChatelainePage.fill(\(plan)).then(report => JSON.stringify(report.fields))", isIsolated: true)
        let fields = try JSONSerialization.jsonObject(with: Data("\(answer ?? "[]")".utf8)) as? [[String: String]] ?? []
        return fields.reduce(into: [:]) { result, field in
            result[field["field"] ?? ""] = [field["result"], field["reason"]].compactMap(\.self).joined(separator: ": ")
        }
    }

    /// The values of the described fields, as the page's own script sees them.
    func values() throws -> [String: String] {
        let selectors = try Self.json(page.description.fields.map(\.selector))
        let resolve = Self.resolve.replacingOccurrences(
            of: "ChatelainePage.tree.shadow(element)", with: "element.shadowRoot")
        let answer = try tab.evaluate(
            """
            (() => { \(resolve)
            const values = {};
            for (const selector of \(selectors)) {
              const element = resolve(selector);
              if (element) values[selector] = element.type === "checkbox" || element.type === "radio" ? String(element.checked) : String(element.value);
            }
            return JSON.stringify(values); })()
            """)
        return try JSONSerialization.jsonObject(with: Data("\(answer ?? "{}")".utf8)) as? [String: String] ?? [:]
    }

    /// Presses the page's button, and returns the body that its server receives; `nil` if nothing is sent.
    func submitted() throws -> String? {
        guard let submit = page.description.submit else { return nil }
        let selector = try Self.json([submit])
        let count = try tab.sentRequests().count
        let sent = { try tab.sentRequests().dropFirst(count).last { $0.method != "GET" }?.body }
        _ = try? tab.evaluate(
            "(() => { \(Self.resolve) const [selector] = \(selector); resolve(selector)?.click(); })()",
            isIsolated: true)
        // A page's script may send it later. The page may be gone by then.
        for pause in [20, 80, 1_500] {
            if let body = try sent() { return body }
            _ = try? tab.evaluate("new Promise(done => setTimeout(done, \(pause)))")
        }
        return try sent()
    }
}
