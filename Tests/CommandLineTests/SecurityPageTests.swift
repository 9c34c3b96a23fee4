import Foundation
import TestSupport
import Testing

/// The scripts of Docs/security-command.md, as they are printed.
@Suite struct SecurityPageTests {
    /// Returns the blocks for a shell below a title.
    private static func blocks(below title: String) throws -> [String] {
        let page = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../Docs/security-command.md")
            .standardized
        let text = try String(contentsOf: page, encoding: .utf8)
        let section = text.components(separatedBy: "\n## ").first { $0.hasPrefix(title + "\n") } ?? ""
        return section.components(separatedBy: "```sh\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
    }

    @Test func filesAreSignedAndVerified() throws {
        let blocks = try Self.blocks(below: "Messages")
        try #require(blocks.count == 2)
        let player = try GoldenPlayer()
        try player.beginWithKeychains()
        let files = GoldenFiles.folder + "/files"
        let prepare = """
            cd && security create-keychain -p build-1 build.keychain && security list-keychains -s build.keychain \\
            && security import '\(files)/signer.p12' -k build.keychain -P travel-1 -x >/dev/null && echo new >firmware.bin

            """
        let signed = try player.run(["/bin/sh", "-ec", prepare + blocks[0]])
        #expect(signed.status == 0 && signed.text.isEmpty, "\(signed.text)\(signed.complaint)")
        let untrusted = try player.run(["/bin/sh", "-c", "cd; " + blocks[1]])
        #expect(untrusted.status == 1 && untrusted.text.isEmpty)
        let trust = "cd; security add-trusted-cert -r trustRoot '\(files)/authority.pem'; "
        let genuine = try player.run(["/bin/sh", "-c", trust + blocks[1]])
        #expect(genuine.status == 0 && genuine.text == "genuine\n", "\(genuine.complaint)")
        let changed = try player.run(["/bin/sh", "-c", "cd; echo old >firmware.bin; " + blocks[1]])
        #expect(changed.status == 1 && changed.text.isEmpty)
        #expect(changed.complaint == "signer 0 status = DigestMismatch\n")
    }
}
