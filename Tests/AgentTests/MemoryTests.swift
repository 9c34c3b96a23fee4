import AgentProtocol
import Foundation
import Glibc
import KeychainServices
import TestSupport
import Testing

/// The memory that programs can make an agent take (Docs/agent.md, “Limits”).
@Suite struct MemoryTests {
    private static let largest = 16 << 20
    /// What Docs/agent.md promises: above what it has when it is idle.
    private static let promised = 64 << 20

    private let directory: TemporaryDirectory
    init() throws { directory = try TemporaryDirectory() }

    private static func header(_ message: UInt32, _ secret: UInt32) -> [UInt8] {
        [message, secret].flatMap { number in withUnsafeBytes(of: number.littleEndian) { Array($0) } }
    }

    private static func item(_ account: String, _ size: Int) -> WireNewItem {
        .with {
            $0.itemClass = "genp"
            $0.attributes = [WireAttribute(.account, .string(account)), WireAttribute(.service, "memory")]
            $0.secrets.hasData_p = true
            $0.secrets.dataLength = UInt32(size)
        }
    }

    private static func add(_ account: String, _ secret: [UInt8]) -> WireRequest.OneOf_Body {
        .add(.with { $0.item = item(account, secret.count) })
    }

    private static func search(_ account: String? = nil) -> WireRequest.OneOf_Body {
        var attributes: Attributes = [.service: "memory"]
        if let account { attributes[.account] = .string(account) }
        let query = Query(.genericPassword, attributes)
        return .search(
            .with {
                $0.query = WireQuery(query)
                $0.parts = 3
            })
    }

    private func welcomed(_ path: String) throws -> RawClient {
        let client = try RawClient(path)
        _ = try client.greet()
        return client
    }

    // MARK: - The real agent

    /// Runs an attack on an agent of its own, and expects that it takes no more memory than is promised.
    private func expectLittleMemory(_ attack: (AgentProcess) throws -> Void) throws {
        let agent = try AgentProcess(home: directory.path)
        defer { agent.end() }
        // Everything that is made, and all code that is loaded, at the first use is there.
        let first = try welcomed(agent.socketPath)
        for number in 0..<4 {
            let secret = [UInt8](repeating: 7, count: 20 << 10)
            #expect(try first.ask(Self.add("first \(number)", secret), secret: secret).secret == secret)
            #expect(try first.ask(Self.search("first \(number)")).secret == secret)
        }
        let idle = try #require(agent.mostMemory)
        try attack(agent)
        #expect(try first.ask(.lockState(.init())).reply.lockState.state == 0)
        let most = try #require(agent.mostMemory)
        #expect(most - idle <= Self.promised, "\((most - idle) >> 20) MiB above \(idle >> 20) MiB")
    }

    /// The old code had memory for whatever a header announced: 94 times 17 MiB.
    @Test func announcedFramesTakeNoMemory() throws {
        try expectLittleMemory { agent in
            let clients = try (0..<94).map { _ in try welcomed(agent.socketPath) }
            for (index, client) in clients.enumerated() {
                client.send(Self.header(index % 2 == 0 ? 17 << 20 : 100, index % 2 == 0 ? 0 : 16 << 20))
            }
            let other = try welcomed(agent.socketPath)
            for _ in 0..<200 { _ = try other.ask(.lockState(.init())) }
            // An item of the largest size comes through while they wait.
            let secret = [UInt8](repeating: 7, count: Self.largest)
            guard case .item? = try other.ask(Self.add("honest", secret), secret: secret).reply.body else {
                Issue.record("the item was refused")
                return
            }
            #expect(try other.ask(Self.search("honest")).secret == secret)
            // They have all been looked at when they are hung up on.
            for client in clients { shutdown(client.descriptor, Int32(SHUT_WR)) }
            for client in clients { #expect(client.isHungUp()) }
        }
    }

    /// What comes is kept only as far as there is memory for it, however many begin.
    @Test func halfFramesOfManyTakeNoMoreThanTheBudget() throws {
        try expectLittleMemory { agent in
            let clients = try (0..<90).map { _ in try welcomed(agent.socketPath) }
            let part = [UInt8](repeating: 7, count: 1 << 20)
            for client in clients {
                _ = fcntl(client.descriptor, F_SETFL, fcntl(client.descriptor, F_GETFL) | O_NONBLOCK)
                client.send(Self.header(0, 16 << 20) + part)
            }
            let other = try welcomed(agent.socketPath)
            for _ in 0..<200 { _ = try other.ask(.lockState(.init())) }
        }
    }

    @Test func batchOfLargeItemsTakesNoMoreThanTheBudget() throws {
        try expectLittleMemory { agent in
            let client = try welcomed(agent.socketPath)
            let secret = [UInt8](repeating: 7, count: Self.largest)
            try client.send(.addBatch(.with { $0.count = 40 }), id: 9)
            for number in 0..<40 {
                let part = WireAddItem.with { $0.item = Self.item("\(number)", secret.count) }
                try client.send(.addItem(part), id: 9, secret: secret)
            }
            #expect(try client.receive(WireReply.self).failure.status == KeychainError.Code.allocate.rawValue)
        }
    }

    /// The old code had all of them in memory at once: with 12, 192 MiB and more.
    @Test func answerOfLargeItemsIsRefusedAndEachComesAlone() throws {
        try expectLittleMemory { agent in
            let client = try welcomed(agent.socketPath)
            for number in 0..<12 {
                let secret = [UInt8](repeating: UInt8(number), count: Self.largest)
                guard case .item? = try client.ask(Self.add("\(number)", secret), secret: secret).reply.body else {
                    Issue.record("item \(number) was refused")
                    return
                }
            }
            #expect(try client.ask(Self.search(), id: 2).reply.failure.status == KeychainError.Code.allocate.rawValue)
            for number in 0..<12 {
                let answer = try client.ask(Self.search("\(number)"))
                #expect(answer.secret.count == Self.largest && answer.secret.last == UInt8(number))
            }
        }
    }

    // MARK: - Waiting

    /// A large item waits for the memory of one that never comes whole, and then goes through.
    @Test func largeItemWaitsForTheMemoryOfAStalledOne() throws {
        let agent = try TestAgent { $0.memoryTime = 20_000_000 }
        let (stalled, honest) = (try agent.welcomedClient(), try agent.welcomedClient())
        stalled.send(Self.header(0, 17 << 20) + [UInt8](repeating: 7, count: 1 << 20))
        let secret = [UInt8](repeating: 1, count: Self.largest)
        guard case .item? = try honest.ask(Self.add("honest", secret), secret: secret).reply.body else {
            Issue.record("the item was refused")
            return
        }
    }

    /// What is small does not wait for what is large.
    @Test func smallItemsDoNotWaitForLargeOnes() throws {
        let agent = try TestAgent()
        let stalled = try agent.welcomedClient()
        stalled.send(Self.header(0, 17 << 20) + [UInt8](repeating: 7, count: 1 << 20))
        let secret = [UInt8](repeating: 1, count: 40 << 10)
        let client = try agent.welcomedClient()
        #expect(try client.ask(Self.add("small", secret), secret: secret).secret.count == secret.count)
        #expect(try client.ask(Self.search("small")).secret.count == secret.count)
    }

    /// A program that does not take its answer keeps the memory of it no longer than others can wait.
    @Test func largeItemWaitsForTheMemoryOfAnAnswerThatIsNotTaken() throws {
        let agent = try TestAgent { $0.memoryTime = 20_000_000 }
        let secret = [UInt8](repeating: 1, count: Self.largest)
        let (idle, honest) = (try agent.welcomedClient(), try agent.welcomedClient())
        #expect(try honest.ask(Self.add("first", secret), secret: secret).secret.count == secret.count)
        try idle.send(Self.search("first"), id: 5)
        #expect(try honest.ask(Self.add("second", secret), secret: secret).secret.count == secret.count)
        #expect(try honest.ask(Self.search("second")).secret == secret)
    }
}

/// Who gets memory next.
@Suite struct MemoryBudgetTests {
    private let budget = MemoryBudget()

    private func loan(_ connection: UInt64, session: Int32) -> MemoryLoan {
        MemoryLoan(budget, connection: connection, session: session)
    }

    @Test func everythingIsGivenBack() {
        do {
            let (large, small) = (loan(1, session: 1), loan(2, session: 1))
            #expect(large.grow(to: MemoryBudget.large) && small.grow(to: 1000))
            #expect(budget.used == MemoryBudget.large + 1000)
            #expect(!loan(3, session: 2).grow(to: MemoryBudget.smallSize + 1))
            large.shrink(to: 10)
            #expect(budget.used == 1010)
        }
        #expect(budget.used == 0)
    }

    /// A session that holds nothing comes before one that holds something, however many of that one wait.
    @Test func thoseWhoHoldLeastComeFirst() {
        let half = MemoryBudget.large / 2
        let (one, two) = (loan(1, session: 1), loan(2, session: 1))
        #expect(one.grow(to: half) && two.grow(to: half))
        let order = Order()
        let waiting = [loan(3, session: 1), loan(4, session: 1), loan(5, session: 2)]
        for (number, loan) in waiting.enumerated() {
            #expect(!loan.grow(to: half))
            loan.wait { order.add(number) }
        }
        one.shrink(to: 0)
        #expect(order.numbers == [2])
        two.shrink(to: 0)
        #expect(order.numbers == [2, 0])
    }

    @Test func waitingEndsWithoutMemory() {
        let (holder, other) = (loan(1, session: 1), loan(2, session: 2))
        #expect(holder.grow(to: MemoryBudget.large) && !other.grow(to: MemoryBudget.large))
        let order = Order()
        other.wait { order.add(1) }
        #expect(budget.isShort && order.numbers.isEmpty)
        budget.stopWaiting(2)
        #expect(order.numbers == [1] && other.isRefused && !budget.isShort)
    }

    private final class Order: @unchecked Sendable {
        // Sendable: one thread has it.
        private(set) var numbers: [Int] = []
        func add(_ number: Int) { numbers.append(number) }
    }
}
