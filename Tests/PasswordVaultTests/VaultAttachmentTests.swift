import Foundation
import KeychainServices
import Testing

@testable import PasswordVault

@Suite struct VaultAttachmentTests {
    private let sample: VaultSample

    init() throws { sample = try VaultSample() }

    @Test(arguments: [0, 1, 1 << 20, (1 << 20) + 1, 3_000_000], VaultTransport.allCases)
    func contentComesBack(size: Int, transport: VaultTransport) throws {
        let sample = try VaultSample(transport)
        let vault = try sample.create()
        let item = try vault.save(.login("Bank"))
        let content = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let attachment = try vault.attach(content, to: item.id, name: "/tmp/scan of contract.pdf")
        #expect(attachment.name == "scan of contract.pdf")
        #expect(attachment.size == size)
        #expect(try vault.content(attachment.id, of: item.id) == content)
        #expect(try vault.item(item.id).attachments == [attachment])
    }

    @Test func contentThatComesInSmallPiecesIsTheSame() throws {
        let vault = try sample.createHere()
        let item = try vault.save(.login("Bank"))
        let content = Data((0..<2_500_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        var rest = content
        let attachment = try vault.attach(to: item.id, name: "x") { count in
            defer { rest = rest.dropFirst(min(count, 777)) }
            return rest.prefix(min(count, 777))
        }
        #expect(try vault.content(attachment.id, of: item.id) == content)
    }

    @Test func tooLargeFileLeavesNothing() throws {
        let vault = try sample.createHere()
        let item = try vault.save(.login("Bank"))
        let chunk = Data(count: 1 << 20)
        #expect(throws: KeychainError(.parameter, "")) {
            try vault.attach(to: item.id, name: "x") { chunk.prefix($0) }
        }
        #expect(try vault.item(item.id) == item)
        #expect(try vault.keychain.items(matching: VaultRows.query(.attachment)).isEmpty)
    }

    @Test func removedAttachmentIsGone() throws {
        let vault = try sample.createHere()
        let item = try vault.save(.login("Bank"))
        let attachment = try vault.attach(Data("text".utf8), to: item.id, name: "x")
        try vault.removeAttachment(attachment.id, of: item.id)
        #expect(try vault.item(item.id).attachments.isEmpty)
        #expect(try vault.keychain.items(matching: VaultRows.query(.attachment)).isEmpty)
        #expect(throws: KeychainError(.itemNotFound, "")) { try vault.content(attachment.id, of: item.id) }
    }

    @Test func purgedItemTakesItsAttachmentsWithIt() throws {
        let vault = try sample.createHere()
        let item = try vault.save(.login("Bank"))
        _ = try vault.attach(Data("text".utf8), to: item.id, name: "x")
        try vault.trash(item.id)
        try vault.purge(item.id)
        #expect(try vault.keychain.items(matching: VaultRows.query(.attachment)).isEmpty)
    }
}
