import Foundation
import KeychainServices
import Testing

@testable import PasswordVault

/// The trash under a clock that is wrong.
@Suite struct TrashClockTests {
    /// Unlocks the vault and changes it, which removes items whose time is over.
    private func use(_ vault: any VaultService, _ sample: VaultSample) throws {
        try vault.unlock(sample.password())
        _ = try vault.save(.login("Shop"))
    }

    private func isThere(_ item: VaultItem, in vault: any VaultService) throws -> Bool {
        try vault.overviews(VaultFilter(place: .trash)).contains { $0.id == item.id }
    }

    @Test(arguments: VaultTransport.allCases, [1.0, 31, 29_000]) func clockThatWasAheadOnceRemovesNothing(
        _ transport: VaultTransport, days: Double
    ) throws {
        let sample = try VaultSample(transport)
        let vault = try sample.create()
        let item = try vault.save(.login("Bank"))
        try vault.trash(item.id)
        for _ in 1...5 {
            sample.clock.restart()
            sample.clock.set(daysAhead: 30 + days)
            for _ in 1...4 { try use(vault, sample) }
            sample.clock.set(daysAhead: -30 - days)
            try use(vault, sample)
        }
        #expect(try isThere(item, in: vault))
    }

    /// As by `date -s` three times, or by a time server that is being set up.
    @Test(arguments: VaultTransport.allCases) func wallClockThatJumpsMakesNoDays(_ transport: VaultTransport) throws {
        let sample = try VaultSample(transport)
        let vault = try sample.create()
        let item = try vault.save(.login("Bank"))
        try vault.trash(item.id)
        for _ in 1...10 {
            sample.clock.set(daysAhead: 40)
            try use(vault, sample)
        }
        #expect(try isThere(item, in: vault))
    }

    @Test(arguments: VaultTransport.allCases) func itemIsNotInTheTrashBeforeItsLastChange(
        _ transport: VaultTransport
    ) throws {
        let sample = try VaultSample(transport)
        let vault = try sample.create()
        let item = try vault.save(.login("Bank"))
        sample.clock.set(daysAhead: -19_000)
        try vault.trash(item.id)
        let trashed = try vault.item(item.id)
        #expect(try #require(trashed.trashed) >= item.changed)
        #expect(trashed.trashed == trashed.changed)
        sample.clock.set(daysAhead: 19_000)
        try use(vault, sample)
        #expect(try isThere(item, in: vault))
    }

    /// Its date says that it has been there for long, its generation that it has not.
    @Test(arguments: VaultTransport.allCases) func daysBeforeAnItemCameDoNotCountForIt(_ transport: VaultTransport)
        throws
    {
        let sample = try VaultSample(transport)
        let vault = try sample.create()
        let (early, late) = (try vault.save(.login("Bank")), try vault.save(.login("Forum")))
        try vault.trash(early.id)
        sample.pass(days: 100)
        for _ in 1...3 {
            sample.pass(days: 1)
            try vault.unlock(sample.password())
        }
        sample.clock.set(daysAhead: -1000)
        try vault.trash(late.id)
        sample.clock.set(daysAhead: 1000)
        try use(vault, sample)
        #expect(try isThere(late, in: vault))
        #expect(try !isThere(early, in: vault))
    }

    @Test(arguments: VaultTransport.allCases) func readingRemovesNothing(_ transport: VaultTransport) throws {
        let sample = try VaultSample(transport)
        let vault = try sample.create()
        let item = try vault.save(.login("Bank"))
        try vault.trash(item.id)
        sample.pass(days: 100)
        for _ in 1...10 {
            sample.pass(days: 1)
            try vault.unlock(sample.password())
            #expect(try isThere(item, in: vault))
        }
        try use(vault, sample)
        #expect(try !isThere(item, in: vault))
    }
}
