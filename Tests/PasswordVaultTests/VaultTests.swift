import Foundation
import KeychainServices
import Secrets
import Testing

@testable import PasswordVault

@Suite struct VaultTests {
    @Test(arguments: VaultTransport.allCases) func itemComesBackAsItWasSaved(_ transport: VaultTransport) throws {
        let sample = try VaultSample(transport)
        let vault = try sample.create()
        var item = VaultItem.login("Bank", "maria", "pa55 wörd")
        item.tags = ["money", "two words"]
        item.isFavourite = true
        item.notes = Secret("first line\nsecond line")
        item.fields.append(Field(label: "colour", kind: .menu, value: .text("red"), choices: ["red", "green"]))
        item.sections = [
            Section(title: "Questions", fields: [Field(label: "Dog?", kind: .concealed, value: .text("Rex"))])
        ]
        let saved = try vault.save(item)
        let read = try vault.item(item.id)
        #expect(read == saved)
        #expect(read.secret("password")?.text == "pa55 wörd")
        #expect(read.sections[0].fields[0].value == .secret(Secret("Rex")))
        #expect(read.notes?.text == "first line\nsecond line")
        #expect(read.fields.last?.choices == ["red", "green"])
    }

    @Test func anotherProcessReadsItWithTheMasterPassword() throws {
        let sample = try VaultSample()
        let vault = try sample.createHere()
        let item = try vault.save(.login("Bank"))
        vault.close()
        vault.lock()
        #expect(sample.directory.names() == ["personal"])
        let again = try sample.directory.vault(named: "personal")
        try again.unlock(sample.password())
        #expect(try again.item(item.id) == item)
    }

    @Test(arguments: VaultTransport.allCases) func lockedVaultShowsNothing(_ transport: VaultTransport) throws {
        let sample = try VaultSample(transport)
        let vault = try sample.create()
        let item = try vault.save(.login("Bank"))
        try vault.lock()
        #expect(try !vault.isUnlocked())
        #expect(throws: KeychainError(.interactionNotAllowed, "")) { try vault.overviews() }
        #expect(throws: KeychainError(.interactionNotAllowed, "")) { try vault.search("Bank") }
        #expect(throws: KeychainError(.interactionNotAllowed, "")) { try vault.item(item.id) }
        #expect(throws: KeychainError(.interactionNotAllowed, "")) { _ = try vault.save(.login("Shop")) }
        try vault.unlock(sample.password())
        #expect(try vault.overviews().map(\.title) == ["Bank"])
    }

    @Test(arguments: VaultTransport.allCases) func wrongMasterPasswordOpensNothing(_ transport: VaultTransport) throws {
        let sample = try VaultSample(transport)
        let vault = try sample.create()
        try vault.lock()
        #expect(throws: KeychainError(.authenticationFailed, "")) { try vault.unlock(sample.password("wrong")) }
        #expect(try !vault.isUnlocked())
    }

    @Test func nameOfAVaultIsUsedOnce() throws {
        let sample = try VaultSample()
        _ = try sample.create()
        #expect(throws: KeychainError(.duplicateItem, "")) { try sample.create() }
        #expect(throws: KeychainError(.noSuchKeychain, "")) { try sample.directory.vault(named: "other") }
        #expect(throws: KeychainError(.parameter, "")) {
            try sample.directory.create("../evil", password: sample.password())
        }
        #expect(throws: KeychainError(.parameter, "")) {
            try sample.directory.create("empty", password: sample.password(""))
        }
        #expect(sample.directory.names() == ["personal"])
    }

    @Test func filesShowNothingOfAnItem() throws {
        let sample = try VaultSample()
        let vault = try sample.createHere()
        var item = VaultItem.login(
            "Wetterstein Bank", "maria.muster", "zugspitze-2962", website: "https://wetterstein.example")
        item.tags = ["Feldberg"]
        _ = try vault.save(item)
        let root = sample.root.path
        func look() throws {
            for name in try FileManager.default.subpathsOfDirectory(atPath: root) {
                guard let file = FileManager.default.contents(atPath: root + "/" + name) else { continue }
                for text in ["Wetterstein", "wetterstein", "maria", "zugspitze", "Feldberg"] {
                    #expect(file.range(of: Data(text.utf8)) == nil, "\(text) in \(name)")
                }
            }
        }
        // With its log, and without.
        try look()
        vault.close()
        try look()
    }

    // MARK: - History

    @Test(arguments: VaultTransport.allCases) func changedSecretGoesToTheHistory(_ transport: VaultTransport) throws {
        let sample = try VaultSample(transport)
        let vault = try sample.create()
        var item = try vault.save(.login("Bank", "maria", "first"))
        sample.pass(days: 1)
        item["password"] = .secret(Secret("second"))
        item["username"] = .text("mary")
        item = try vault.save(item)
        sample.pass(days: 1)
        item.fields.removeAll { $0.id == "password" }
        item = try vault.save(item)
        let history = try vault.item(item.id).history
        #expect(history.map(\.secret.text) == ["second", "first"])
        #expect(history.map(\.field) == ["password", "password"])
        #expect(history[0].until.timeIntervalSince(history[1].until) == 86_400)
    }

    @Test(arguments: VaultTransport.allCases) func callerCannotRewriteTheHistory(_ transport: VaultTransport) throws {
        let sample = try VaultSample(transport)
        let vault = try sample.create()
        var item = try vault.save(.login("Bank", "maria", "first"))
        item["password"] = .secret(Secret("second"))
        item = try vault.save(item)
        item.history = []
        item.title = "My bank"
        item = try vault.save(item)
        #expect(item.history.map(\.secret.text) == ["first"])
    }

    @Test(arguments: VaultTransport.allCases) func concurrentlyChangedItemIsNotOverwritten(
        _ transport: VaultTransport
    ) throws {
        let sample = try VaultSample(transport)
        let vault = try sample.create()
        let mine = try vault.save(.login("Bank"))
        var theirs = mine
        theirs["password"] = .secret(Secret("theirs"))
        _ = try vault.save(theirs)
        var late = mine
        late["password"] = .secret(Secret("mine"))
        #expect(throws: KeychainError(.parameter, "")) { _ = try vault.save(late) }
        #expect(try vault.item(mine.id).secret("password")?.text == "theirs")
    }

    // MARK: - Archive and trash

    @Test(arguments: VaultTransport.allCases) func trashKeepsAnItemForThirtyDays(_ transport: VaultTransport) throws {
        let sample = try VaultSample(transport)
        let vault = try sample.create()
        let item = try vault.save(.login("Bank"))
        try vault.trash(item.id)
        #expect(try vault.overviews().isEmpty)
        #expect(try vault.overviews(VaultFilter(place: .trash)).map(\.id) == [item.id])
        sample.pass(days: 29.9)
        try vault.unlock(sample.password())
        #expect(try vault.item(item.id).title == "Bank")
        for _ in 1...3 {
            sample.pass(days: 1)
            try vault.unlock(sample.password())
            #expect(try vault.item(item.id).title == "Bank")
        }
        // Removed with a change, not by reading.
        _ = try vault.save(.login("Shop"))
        #expect(throws: KeychainError(.itemNotFound, "")) { try vault.item(item.id) }
        #expect(try vault.count() == 1)
    }

    @Test(arguments: VaultTransport.allCases) func restoredItemIsBack(_ transport: VaultTransport) throws {
        let sample = try VaultSample(transport)
        let vault = try sample.create()
        let item = try vault.save(.login("Bank"))
        try vault.trash(item.id)
        try vault.restore(item.id)
        sample.pass(days: 60)
        try vault.unlock(sample.password())
        #expect(try vault.overviews().map(\.id) == [item.id])
    }

    @Test(arguments: VaultTransport.allCases) func onlyTrashIsPurged(_ transport: VaultTransport) throws {
        let sample = try VaultSample(transport)
        let vault = try sample.create()
        let item = try vault.save(.login("Bank"))
        #expect(throws: KeychainError(.parameter, "")) { try vault.purge(item.id) }
        try vault.trash(item.id)
        try vault.purge(item.id)
        #expect(throws: KeychainError(.itemNotFound, "")) { try vault.item(item.id) }
    }

    @Test(arguments: VaultTransport.allCases) func archivedItemIsOutOfTheWay(_ transport: VaultTransport) throws {
        let sample = try VaultSample(transport)
        let vault = try sample.create()
        let item = try vault.save(.login("Bank"))
        try vault.archive(item.id, true)
        #expect(try vault.overviews().isEmpty)
        #expect(try vault.overviews(VaultFilter(place: .archive)).map(\.id) == [item.id])
        #expect(try vault.overviews(VaultFilter(place: nil)).map(\.id) == [item.id])
        try vault.archive(item.id, false)
        #expect(try vault.overviews().map(\.id) == [item.id])
    }

    @Test(arguments: VaultTransport.allCases) func copyIsAnItemOfItsOwn(_ transport: VaultTransport) throws {
        let sample = try VaultSample(transport)
        let vault = try sample.create()
        var item = try vault.save(.login("Bank", "maria", "first"))
        item["password"] = .secret(Secret("second"))
        item = try vault.save(item)
        let copy = try vault.duplicate(item.id, title: "Bank (copy)")
        #expect(copy.id != item.id)
        #expect(copy.secret("password")?.text == "second")
        #expect(copy.history.isEmpty)
        #expect(try vault.overviews().map(\.title) == ["Bank", "Bank (copy)"])
    }

    @Test(arguments: VaultTransport.allCases) func itemMovesWithHistoryAndAttachments(_ transport: VaultTransport)
        throws
    {
        let sample = try VaultSample(transport)
        let (one, other) = (try sample.create("one"), try sample.create("other"))
        var item = try one.save(.login("Bank", "maria", "first"))
        item["password"] = .secret(Secret("second"))
        item = try one.save(item)
        let attachment = try one.attach(Data("a contract".utf8), to: item.id, name: "contract.txt")
        try one.move(item.id, toVault: "other")
        #expect(try one.count() == 0)
        let moved = try other.item(item.id)
        #expect(moved.history.map(\.secret.text) == ["first"])
        #expect(try other.content(attachment.id, of: item.id) == Data("a contract".utf8))
    }
}
