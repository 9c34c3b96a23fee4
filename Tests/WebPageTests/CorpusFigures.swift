import Foundation
import PageFilling

/// What a part of the corpus has shown.
struct CorpusFigures {
    let part: WebPage.Part
    /// Fields that hold what they should, and pages on which nothing was filled, as it should be.
    var right = 0
    var leftAlone = 0
    private(set) var wrongFills: [String] = []
    private(set) var missingFills: [String] = []
    private var sent = 0
    private var unsent: [String] = []
    private var kinds: (right: Int, wrong: [String]) = (0, [])
    /// How often a field of a meaning was taken for another.
    private var confusion: [String: [String: Int]] = [:]
    private var misread: [String] = []

    init(_ part: WebPage.Part) { self.part = part }

    /// The pages that are kept apart stay unknown to those who make recognition better.
    private var showsPages: Bool { part == .first }

    var rightShare: Double { Double(right) / Double(max(right + missingFills.count + wrongFills.count, 1)) }
    var wrongShare: Double { Double(wrongFills.count) / Double(max(right + leftAlone, 1)) }
    var sentShare: Double { Double(sent) / Double(max(sent + unsent.count, 1)) }
    var kindShare: Double { Double(kinds.right) / Double(max(kinds.right + kinds.wrong.count, 1)) }

    mutating func noteWrong(_ page: WebPage, _ what: String) { wrongFills.append("\(page.name): \(what)") }

    mutating func noteMissing(_ page: WebPage, _ selectors: [String], _ why: String) {
        missingFills += selectors.map { "\(page.name): \($0) stays empty; \(why)" }
    }

    /// What is received when the page is sent has the values as they are, or as its own masks write them.
    mutating func noteSubmission(_ run: PageRun, _ values: [String]) throws {
        guard let body = try run.submitted() else { return unsent.append(run.page.name) }
        let plain = body.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? body
        let bare = { (text: String) in text.filter { $0.isLetter || $0.isNumber }.lowercased() }
        let lost = values.filter { $0.count > 3 && !plain.contains($0) && !bare(plain).contains(bare($0)) }
        if lost.isEmpty { sent += 1 } else { unsent.append("\(run.page.name): sends \(plain.prefix(200))") }
    }

    /// Compares what was understood with the description.
    mutating func note(_ run: PageRun) {
        let reading = PageReading(run.model)
        if reading.kind.rawValue == run.page.description.kind {
            kinds.right += 1
        } else {
            kinds.wrong.append(
                "\(run.page.name): \(reading.kind.rawValue) (\(reading.reasons.joined(separator: "; ")))")
        }
        let terms = Dictionary(reading.fields.map { ($0.id, $0) }) { first, _ in first }
        for field in run.page.description.fields {
            let read = run.ids[field.selector].flatMap { terms[$0] }
            let truth = Self.name(field.meaning)
            let found = read.map { Self.name($0.term.rawValue) } ?? "hidden"
            // What a person does not see is not filled, whatever it is for.
            if found == "hidden" { continue }
            confusion[truth, default: [:]][found, default: 0] += 1
            if truth != found {
                misread.append(
                    "\(run.page.name): \(field.selector) is \(field.meaning), read as \(found) (\(read?.reasons.joined(separator: "; ") ?? ""))"
                )
            }
        }
    }

    /// One name for what the descriptions, which have more words, and we tell apart.
    private static func name(_ meaning: String) -> String {
        names[meaning] ?? meaning
    }

    private static let names = [
        "card-number": "cc-number", "card-number-part": "cc-number-part", "card-name": "cc-name",
        "card-code": "cc-csc", "card-expiry": "cc-exp", "card-expiry-month": "cc-exp-month",
        "card-expiry-year": "cc-exp-year", "card-type": "cc-type", "full-name": "name",
        "honorific": "honorific-prefix", "city": "address-level2", "state": "address-level1",
        "telephone": "tel", "telephone-country-code": "tel-country-code", "telephone-local": "tel-national",
        "birthday": "bday", "birthday-day": "bday-day", "birthday-month": "bday-month", "birthday-year": "bday-year",
        "consent": "other", "remember-me": "other", "honeypot": "other", "captcha": "other", "coupon": "other",
        "message": "other", "quantity": "other", "security-answer": "other", "choice": "other",
    ]

    var report: String {
        var lines = ["\nThe pages of Tests/WebPages/\(part.rawValue):"]
        lines.append("kinds of pages: \(kinds.right) right, \(kinds.wrong.count) wrong")
        if showsPages { lines += kinds.wrong.map { "  \($0)" } }
        lines.append("fields: meaning, right of all, taken for")
        for (truth, found) in confusion.sorted(by: { $0.key < $1.key }) {
            let all = found.values.reduce(0, +)
            let others = found.filter { $0.key != truth }.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }
            let name = truth.padding(toLength: 20, withPad: " ", startingAt: 0)
            lines.append("  \(name) \(found[truth] ?? 0) of \(all)  \(others.joined(separator: ", "))")
        }
        if showsPages { lines += misread.map { "  \($0)" } }
        lines.append(
            "fills: \(right) right, \(missingFills.count) missing, \(wrongFills.count) wrong; \(leftAlone) pages left alone"
        )
        if showsPages { lines += (missingFills + wrongFills).map { "  \($0)" } }
        lines.append("sent with the values: \(sent); not sent, or otherwise: \(unsent.count)")
        if showsPages { lines += unsent.map { "  \($0)" } }
        return lines.joined(separator: "\n")
    }
}
