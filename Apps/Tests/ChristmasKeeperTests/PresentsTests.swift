import AppTesting
import Testing

/// The list, new presents, and a look at one.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct PresentsTests {
    @Test func newPresentIsListedAndKept() throws {
        let house = try House.lived()
        try house.app.press("Add a Present")
        _ = try house.app.find(nil, "New Present")
        _ = try house.app.find(nil, "Enter the details of your Christmas Present here!")
        try house.photograph("new-present")
        try house.app.enter("A sledge for Noel", into: "Details of the present")
        try house.app.waitUntilGone("label", "Enter the details of your Christmas Present here!")
        try house.app.press("Done")
        _ = try house.row("A sledge for Noel")
        #expect(house.presentFiles.count == 1)
        try house.add("Woollen socks, the long ones, for Aunt Ivy, who has cold feet from October to May every year")
        #expect(house.presentFiles.count == 2)
        try house.restart()
        try house.give(House.pin)
        _ = try house.row("A sledge for Noel")
        #expect(house.app.tree?.shown.filter { $0.role == "list item" && $0.isShowing }.count == 2)
    }

    @Test func rowsAreNinetyPixelsHigh() throws {
        let house = try House.lived()
        try house.add(String(repeating: "Many long words about a present. ", count: 9) + "End")
        try house.app.desktop.press("ctrl+n")
        try house.app.enter("Short", into: "Details of the present")
        try house.app.press("Done")
        _ = try house.row("Short")
        for row in house.app.tree?.shown.filter({ $0.role == "list item" && $0.isShowing }) ?? [] {
            #expect(row.frame.height == 90)
        }
        try house.photograph("rows")
    }

    @Test func discardedPresentCanBeRestored() throws {
        let house = try House.lived()
        try house.app.press("New Present")
        try house.app.enter("A kite", into: "Details of the present")
        try house.app.desktop.press("Escape")
        try house.list()
        try house.app.desktop.press("ctrl+z")
        try house.app.press("Done")
        _ = try house.row("A kite")
        #expect(house.presentFiles.count == 1)
    }

    @Test func cancelKeepsNothing() throws {
        let house = try House.lived()
        try house.app.press("New Present")
        try house.app.enter("Never mind", into: "Details of the present")
        try house.app.press("Cancel")
        try house.list()
        #expect(house.presentFiles.isEmpty)
        try house.app.press("New Present")
        #expect(try house.app.find("text", "Details of the present").says == "")
    }

    @Test func emptyPresentIsNotKept() throws {
        let house = try House.lived()
        try house.app.press("New Present")
        try house.app.enter("  \n", into: "Details of the present")
        try house.app.press("Done")
        _ = try house.app.find(nil, "Enter some text, or choose a picture.")
        #expect(house.presentFiles.isEmpty)
    }

    @Test func textThatIsTooLongIsNotKept() throws {
        let house = try House.lived()
        try house.app.press("New Present")
        try house.app.enter(String(repeating: "a", count: 10_001), into: "Details of the present")
        try house.app.press("Done")
        _ = try house.app.find(nil, "This text is too long: 10000 letters at most.")
        #expect(house.presentFiles.isEmpty)
    }

    @Test func detailsShowAllOfTheTextAndCannotBeChanged() throws {
        let house = try House.lived()
        let long = (1...60).map { "Line \($0) of the wishes" }.joined(separator: "\n")
        try house.app.press("New Present")
        try house.app.enter(long, into: "Details of the present")
        try house.app.press("Done")
        _ = try house.app.find("list item", where: { $0.name.hasPrefix("Line 1 of the wishes") })
        try house.app.desktop.press("Return")
        _ = try house.app.find(nil, "Present Details")
        let text = try house.app.find(where: { $0.says == long })
        #expect(throws: TestFailure.self) { try text.set("other") }
        _ = try house.app.find("image", "No picture")
        try house.app.desktop.press("Escape")
        try house.list()
    }

    @Test func pictureIsShownAndKeptWithoutWhatItsFileSays() throws {
        let house = try House.lived()
        let path = try house.picture(
            "camera.jpg", "-size", "1200x800", "gradient:red-blue", "-set", "comment", "taken-at-51.5N-0.1W")
        try house.add("A painting", picture: path)
        try house.photograph("picture-row")
        try house.open("A painting")
        _ = try house.app.find("image", "Picture of the present")
        try house.photograph("details")
        try house.share()
        try house.app.press("Save to a File…")
        try house.answerChooser(house.stage.home + "/out.html", "Save")
        _ = try house.app.find(nil, "Saved. The file is not protected.")
        #expect(try house.files(with: "taken-at-51.5N-0.1W", below: house.stage.home) == [path])
    }
}
