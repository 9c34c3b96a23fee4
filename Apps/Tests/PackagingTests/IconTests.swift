import AppTesting
import Foundation
import Testing

/// Pictures of the apps: drawings, and nothing that does or fetches something.
@Suite struct IconTests {
    static let suffixes = [".svg", "-symbolic.svg"]
    private static let drawing: Set = ["svg", "title", "g", "path", "circle", "rect"]
    private static let convert = ["rsvg-convert", "convert"].allSatisfy { name in
        ["/usr/bin/", "/usr/local/bin/", "/bin/"].contains { access($0 + name, X_OK) == 0 }
    }

    @Test(arguments: InstalledApp.all, suffixes)
    func anIconIsADrawingAndNothingElse(app: InstalledApp, suffix: String) throws {
        let icon = try XMLTree(app.text(suffix))
        #expect(Set(icon.elements.map(\.name)).isSubset(of: Self.drawing))
        for (name, value) in icon.elements.flatMap(\.attributes) {
            #expect(!name.hasPrefix("on") && !name.hasSuffix("href") && name != "style", "\(name)")
            #expect(name == "xmlns" || !value.contains(":") && !value.contains("url("), "\(name)=\(value)")
        }
    }

    @Test(arguments: InstalledApp.all) func iconsHaveTheSizeOfTheirKind(app: InstalledApp) throws {
        for (suffix, size) in zip(Self.suffixes, ["128", "16"]) {
            let svg = try #require(XMLTree(app.text(suffix)).elements.first)
            #expect(svg.attributes["viewBox"] == "0 0 \(size) \(size)")
            #expect(svg.attributes["width"] == size && svg.attributes["height"] == size)
        }
    }

    /// Desktops give these the colour of the text beside them, by the fill of paths: another colour, or a line, would keep its own.
    @Test(arguments: InstalledApp.all) func aSymbolicIconHasOneColourAndNoLines(app: InstalledApp) throws {
        let attributes = try XMLTree(app.text("-symbolic.svg")).elements.flatMap(\.attributes)
        #expect(Set(attributes.filter { $0.key == "fill" }.map(\.value)) == ["#2e3436"])
        #expect(!attributes.contains { $0.key.hasPrefix("stroke") })
    }

    @Test(.enabled(if: convert), arguments: InstalledApp.all, suffixes)
    func anIconIsSeenInEverySize(app: InstalledApp, suffix: String) throws {
        for size in [16, 48, 128] {
            let command = """
                rsvg-convert -w \(size) -h \(size) "$0" | convert png:- -alpha extract -format '%[fx:mean]' info:
                """
            let (output, _) = try ChildProcess.run(["bash", "-c", command, app.path(suffix)])
            let covered = try #require(Double(output), "\(output)")
            #expect(covered > 0.2 && covered < 0.9, "\(size): \(covered)")
        }
    }
}
