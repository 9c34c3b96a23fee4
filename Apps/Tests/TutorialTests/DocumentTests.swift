import AppTesting
import Foundation
import Testing

/// The code in Docs/tutorial.md is the code of these programs.
@Suite struct DocumentTests {
    /// A listing of the document: `swift Step1/main.swift` behind the fence is a whole file, with `part` some lines of it.
    struct Listing {
        let file: String
        let isPart: Bool
        let lines: [Substring]
    }

    private let listings: [Listing]
    /// The first words behind fences without a file.
    private let others: Set<String>

    init() throws {
        let text = try String(contentsOfFile: Stage.repository + "/Docs/tutorial.md", encoding: .utf8)
        var (listings, others): ([Listing], Set<String>) = ([], [])
        var open: (words: [Substring], lines: [Substring])?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("```") else {
                open?.lines.append(line)
                continue
            }
            guard let (words, lines) = open else {
                open = (line.dropFirst(3).split(separator: " "), [])
                continue
            }
            if words.count > 1 {
                listings.append(Listing(file: String(words[1]), isPart: words.dropFirst(2) == ["part"], lines: lines))
            } else {
                others.insert(words.first.map(String.init) ?? "")
            }
            open = nil
        }
        (self.listings, self.others) = (listings, others)
    }

    private static let folder = Stage.repository + "/Apps/Examples/Tutorial/"

    private static func lines(_ file: String) throws -> [Substring] {
        // A file ends with a line break, and a listing without one.
        try String(contentsOfFile: folder + file, encoding: .utf8).dropLast().split(
            separator: "\n", omittingEmptySubsequences: false)
    }

    /// The files of a step.
    private static func files(_ step: Int) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: "\(folder)Step\(step)").filter { $0.contains(".") }.sorted()
    }

    @Test func listingsAreTheFilesByteForByte() throws {
        #expect(!listings.isEmpty)
        for listing in listings {
            let file = try Self.lines(listing.file)
            if listing.isPart {
                #expect(file.firstRange(of: listing.lines) != nil, "\(listing.file)")
            } else {
                #expect(file == listing.lines, "\(listing.file)")
            }
        }
    }

    @Test func allCodeOfTheDocumentIsThatOfAFile() { #expect(others == ["sh"]) }

    /// Who follows the document has, after each step, what is in its folder.
    @Test(arguments: 1...4) func nothingOfAStepIsLeftOut(step: Int) throws {
        let before = step == 1 ? [] : try Self.files(step - 1)
        for file in try Self.files(step) {
            let shown = listings.filter { $0.file == "Step\(step)/\(file)" }
            if shown.contains(where: { !$0.isPart }) { continue }
            guard before.contains(file) else {
                Issue.record("Step\(step)/\(file) is shown nowhere")
                continue
            }
            let (old, new) = (try Self.lines("Step\(step - 1)/\(file)"), try Self.lines("Step\(step)/\(file)"))
            for case .insert(_, let line, _) in new.difference(from: old) {
                #expect(shown.contains { $0.lines.contains(line) }, "Step\(step)/\(file): \(line)")
            }
        }
        #expect(Set(before.filter { $0 != "Package.swift" }).isSubset(of: try Self.files(step)))
    }

    /// The package of a reader who follows the document is not built here, but the products that it names exist.
    @Test func thePackageNamesProductsThatThereAre() throws {
        let manifests = try ["chatelaine": "Package.swift", "chatelaine-apps": "Apps/Package.swift"].mapValues {
            try String(contentsOfFile: "\(Stage.repository)/\($0)", encoding: .utf8)
        }
        let products = try Self.lines("Step1/Package.swift").compactMap {
            try /\.product\(name: "(.*)", package: "(.*)"\)/.firstMatch(in: $0)?.output
        }
        #expect(products.count == 4)
        for (_, product, package) in products {
            #expect(manifests[String(package)]?.contains(".library(name: \"\(product)\"") == true, "\(product)")
        }
    }
}
