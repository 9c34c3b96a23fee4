import BrowserTesting
import Foundation
import PageFilling
import TestSupport
import Testing

/// The pages of `Tests/WebPages` in real browsers: what each is, what each field asks for, and what filling does to it.
@Suite(.serialized)
struct CorpusTests {
    @Test(.enabled(if: Chromium.isInstalled, "needs Debian's chromium"), arguments: WebPage.Part.allCases)
    func pagesAreUnderstoodAndFilled(part: WebPage.Part) throws {
        try Self.check(part, in: ChromiumPage(in: Chromium(), early: PageRun.openShadows), "Chromium")
    }

    @Test(.enabled(if: Firefox.isInstalled, "needs Debian's firefox-esr"), arguments: WebPage.Part.allCases)
    func pagesAreUnderstoodAndFilledInFirefox(part: WebPage.Part) throws {
        try Self.check(part, in: FirefoxPage(in: Firefox(), early: PageRun.openShadows), "Firefox")
    }

    private static func check(_ part: WebPage.Part, in tab: any BrowserTab, _ browser: String) throws {
        var figures = CorpusFigures(part)
        for page in try WebPage.all(part) {
            let run = try PageRun(page, in: tab)
            figures.note(run)
            try fill(run, &figures)
        }
        print("\n\(browser):\(figures.report)")
        // A wrong fill counts worse than none.
        #expect(figures.wrongShare <= (part == .first ? 0.02 : 0.08))
        #expect(figures.rightShare >= (part == .first ? 0.95 : 0.8))
        // Some pages want more before they send: a box to tick.
        #expect(figures.sentShare >= 0.8)
        #expect(figures.kindShare >= (part == .first ? 0.95 : 0.85))
    }

    /// Cards' numbers are written with blanks or without.
    private static func digits(_ text: String?) -> String? { text?.filter(\.isNumber) }

    private static func fill(_ run: PageRun, _ figures: inout CorpusFigures) throws {
        let before = try run.values()
        guard let wanted = run.page.description.fill else {
            // Whichever item is offered, nothing may be filled.
            for kind in WebPage.kindsOfItems {
                guard let plan = run.plan(with: kind) else { continue }
                figures.noteWrong(run.page, "takes a \(kind): \(plan)")
                return
            }
            figures.leftAlone += 1
            return
        }
        guard let plan = run.plan(with: wanted.with) else {
            return figures.noteMissing(run.page, Array(wanted.values.keys), "no plan")
        }
        let report = try run.fill(plan)
        let after = try run.values()
        var isWhole = true
        for field in run.page.description.fields {
            let selector = field.selector
            let (was, held) = (before[selector] ?? "", after[selector] ?? "")
            let expected = wanted.values[selector].map(run.page.value)
            let said = run.ids[selector].flatMap { report[$0] } ?? "not in the plan"
            if held == expected ?? was || field.meaning == "card-number" && Self.digits(held) == Self.digits(expected) {
                if expected != nil { figures.right += 1 }
                continue
            }
            isWhole = false
            if expected != nil, held == was {
                figures.noteMissing(run.page, [selector], said)
            } else {
                figures.noteWrong(
                    run.page, "\(selector) (\(field.meaning)) holds “\(held)”, not “\(expected ?? was)”; \(said)")
            }
        }
        guard isWhole else { return }
        try figures.noteSubmission(run, Array(wanted.values.values.map(run.page.value)))
    }
}
