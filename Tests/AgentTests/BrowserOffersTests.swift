import Foundation
import PasswordVault
import Synchronization
import Testing

@testable import Agent

/// Which logins of forms wait for the user, by a clock of the test's (Docs/browser-messages.md, "Offers").
@Suite struct BrowserOffersTests {
    private let seconds = Shared()
    private let offers: BrowserOffers

    private final class Shared: Sendable {
        private let value = Mutex(1000.0)
        var now: Double { value.withLock { $0 } }
        func pass(_ more: Double) { value.withLock { $0 += more } }
    }

    init() { offers = BrowserOffers { [seconds] in seconds.now } }

    private func offer(
        _ site: String, _ username: String = "maria", _ password: String = "hunter2"
    ) throws -> BrowserOffers.Offer {
        try BrowserOffers.Offer(.init("https://\(site)/"), username, Secret(password))
    }

    private func add(_ offer: BrowserOffers.Offer, of pairing: String = "a") -> Bool {
        offers.add(offer, of: pairing, since: offers.locks)
    }

    private func sites(_ pairing: String = "a") -> [String] { offers.offers(of: pairing).map(\.page.site) }

    @Test func ofTenThousandOffersSixteenStay() throws {
        for number in 1...10_000 { #expect(try add(offer("site\(number).example"))) }
        #expect(sites() == (9_985...10_000).map { "site\($0).example" })
        // Those of the last thousand are known.
        #expect(try !add(offer("site9500.example")) && add(offer("site8500.example")))
    }

    @Test func theSameOfferComesOnce() throws {
        #expect(try add(offer("bank.example")))
        #expect(try !add(offer("bank.example")))
        offers.remove(of: "a") { _ in true }
        #expect(try !add(offer("bank.example")) && sites().isEmpty)
        // Another password of the same account takes its place.
        #expect(try add(offer("bank.example", "maria", "second")))
        #expect(try add(offer("bank.example", "maria", "third")))
        #expect(try add(offer("bank.example", "paul", "third")))
        #expect(offers.offers(of: "a").map(\.username) == ["maria", "paul"])
        #expect(offers.offers(of: "a").map(\.password) == [Secret("third"), Secret("third")])
    }

    @Test func profilesAreApart() throws {
        #expect(try add(offer("bank.example")) && add(offer("bank.example"), of: "b"))
        offers.forget("a")
        #expect(sites("a").isEmpty && sites("b") == ["bank.example"])
    }

    @Test func aLockWipesAllAndWinsOverWhatIsUnderWay() throws {
        #expect(try add(offer("bank.example")) && add(offer("shop.example"), of: "b"))
        let before = offers.locks
        offers.wipe()
        #expect(sites("a").isEmpty && sites("b").isEmpty)
        #expect(try !offers.add(offer("late.example"), of: "a", since: before))
        #expect(sites().isEmpty)
        // What was offered before is offered again.
        #expect(try add(offer("bank.example")))
    }

    /// The secret of an offer is released with it.
    @Test func aLockReleasesThePasswords() throws {
        weak var secret: Secret?
        do {
            let offer = try offer("bank.example")
            secret = offer.password
            #expect(add(offer))
        }
        #expect(secret != nil)
        offers.wipe()
        #expect(secret == nil)
    }

    @Test func guessesAreCounted() {
        for _ in 1...60 { #expect(offers.count(of: "a")) }
        #expect(!offers.count(of: "a") && offers.count(of: "b"))
        // A lock is no way around it.
        offers.wipe()
        #expect(!offers.count(of: "a"))
        seconds.pass(600)
        #expect(offers.count(of: "a"))
    }
}
