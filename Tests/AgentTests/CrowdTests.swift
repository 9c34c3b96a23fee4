import AgentProtocol
import Foundation
import Glibc
import KeychainServices
import TestSupport
import Testing

/// What many connections, and what comes with them, cost an agent.
@Suite struct CrowdTests {
    private let directory: TemporaryDirectory
    init() throws { directory = try TemporaryDirectory() }

    /// Connections that the agent has, once all those have gone that are only going.
    private func connections(_ agent: AgentProcess, until expected: Int) throws -> Int {
        let client = try admittedClient(agent)
        var count = 0
        for _ in 0..<200_000 {
            count = Int(try client.ask(.agentStatus(.init())).reply.agentStatus.connections)
            if count == expected { break }
        }
        return count
    }

    /// One of a process that may have too many connections still, because the agent has not noticed yet that they are closed.
    private func admittedClient(_ agent: AgentProcess) throws -> RawClient {
        for _ in 0..<10_000 {
            let client = try RawClient(agent.socketPath)
            if (try? client.greet()) != nil { return client }
        }
        throw RawClient.NoAnswer()
    }

    @Test func thousandIdleConnectionsOfOneProcessAreHarmless() throws {
        let agent = try AgentProcess(home: directory.path)
        defer { agent.end() }
        #expect(try agent.run("set", "mail", "first", input: "1\n").status == 0)
        #expect(try connections(agent, until: 1) == 1)
        let before = agent.descriptors
        do {
            let idle = try (0..<1000).map { _ in try RawClient(agent.socketPath) }
            // More than a hundred of one process are too many.
            for client in idle.dropFirst(100) { #expect(client.isHungUp()) }
            #expect(try agent.run("set", "mail", "second", input: "2\n").status == 0)
            #expect(try agent.run("get", "mail", "first").text == "1\n")
            #expect(try agent.run("get", "mail", "second").text == "2\n")
        }
        #expect(try connections(agent, until: 1) == 1)
        // Two for each connection: what a hundred left behind would be seen. A few more files of the keychain may be open.
        if let before, let after = agent.descriptors {
            #expect(after <= before + 16, "\(before) before, \(after) afterwards")
        }
    }

    @Test func manyConnectionsOneAfterAnotherLeaveNothing() throws {
        let agent = try AgentProcess(home: directory.path)
        defer { agent.end() }
        #expect(try connections(agent, until: 1) == 1)
        let before = agent.descriptors
        for round in 0..<300 {
            let client = try RawClient(agent.socketPath)
            if round % 2 == 0 { try client.send(RawClient.hello()) }
            // Until it is gone, so that there are never too many at once.
            shutdown(client.descriptor, Int32(SHUT_WR))
            #expect(client.isHungUp())
        }
        #expect(try connections(agent, until: 1) == 1)
        if let before, let after = agent.descriptors {
            #expect(after <= before + 16, "\(before) before, \(after) afterwards")
        }
    }

    /// Returns when so many of the connections have ended, or false after a minute.
    private func waitForHangUps(_ count: Int, of clients: [RawClient]) -> Bool {
        var open = clients
        while clients.count - open.count < count {
            var watched = open.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
            guard poll(&watched, nfds_t(watched.count), 60_000) > 0 else { return false }
            open = zip(open, watched).filter { $1.revents == 0 }.map { $0.0 }
        }
        return true
    }

    /// With no descriptor left, who comes is hung up on, and others who are there are served; then all is as before.
    @Test(arguments: [90, 91]) func agentWithoutDescriptorsServesExistingConnections(files: Int) throws {
        let agent = try AgentProcess(home: directory.path, files: files)
        defer { agent.end() }
        let early = try RawClient(agent.socketPath)
        #expect(try !early.greet().hasFailure)
        do {
            // Each takes two, and those of this process are not too many yet.
            let crowd = try (0..<80).map { _ in try RawClient(agent.socketPath) }
            #expect(waitForHangUps(45, of: crowd))
            let before = agent.processorTime
            for _ in 0..<100 { #expect(try early.ask(.lockState(.init())).reply.lockState.state == 0) }
            // It waits for what comes, and does not try again and again: a hundred answers take milliseconds.
            #expect(agent.processorTime - before < 50)
        }
        #expect(try connections(agent, until: 2) == 2)
        #expect(try agent.run("set", "mail", "first", input: "1\n").status == 0)
        #expect(try agent.run("get", "mail", "first").text == "1\n")
    }

    // MARK: - Descriptors that are sent along

    /// Sends bytes with a descriptor, as sendmsg(2) has it.
    private func send(_ bytes: [UInt8], with descriptors: [Int32], to socket: Int32) -> Bool {
        let length = MemoryLayout<cmsghdr>.size + descriptors.count * 4
        var control = [UInt64](repeating: 0, count: (length + 7) / 8)
        control.withUnsafeMutableBytes { control in
            control.storeBytes(of: cmsghdr(length), as: cmsghdr.self)
            for (index, descriptor) in descriptors.enumerated() {
                control.storeBytes(
                    of: descriptor, toByteOffset: MemoryLayout<cmsghdr>.size + index * 4, as: Int32.self)
            }
        }
        var bytes = bytes
        return bytes.withUnsafeMutableBytes { bytes in
            control.withUnsafeMutableBytes { control in
                var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                return withUnsafeMutablePointer(to: &part) { part in
                    var message = msghdr()
                    message.msg_iov = part
                    message.msg_iovlen = 1
                    message.msg_control = control.baseAddress
                    message.msg_controllen = control.count
                    return sendmsg(socket, &message, Int32(MSG_NOSIGNAL)) == bytes.count
                }
            }
        }
    }

    @Test(arguments: [1, 50]) func descriptorsThatAreSentAlongAreNotKept(count: Int) throws {
        let agent = try TestAgent()
        let client = try agent.welcomedClient()
        let request = WireRequest.with {
            $0.id = 1
            $0.lockState = .init()
        }
        let frame = RawClient.frame(try request.serializedBytes())
        for cut in [frame.count, 3, 8] {
            let ends = try DescriptorPair()
            let ours = RawClient(descriptor: ends.first)
            try #require(
                send(Array(frame.prefix(cut)), with: Array(repeating: ends.second, count: count), to: client.descriptor)
            )
            close(ends.second)
            client.send(Array(frame.dropFirst(cut)))
            #expect(try client.receive(WireReply.self).lockState.state == 0)
            // The other end is closed.
            #expect(ours.isHungUp())
        }
    }
}

extension cmsghdr {
    fileprivate init(_ length: Int) {
        self.init()
        cmsg_len = length
        cmsg_level = SOL_SOCKET
        cmsg_type = Int32(SCM_RIGHTS)
    }
}
