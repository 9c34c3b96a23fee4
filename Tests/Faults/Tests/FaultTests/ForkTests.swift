import Foundation
import TestSupport
import Testing

@testable import KeychainServices

/// A process may fork while a keychain is open: parent and child go on with it.
@Suite(.serialized) struct ForkTests {
    @Test(arguments: ["first", "last"]) func parentAndChildLoseNothing(parentEnds: String) throws {
        let directory = try TemporaryDirectory()
        let count = 20
        for round in 0..<Rounds.of(40, "forks, the parent ends \(parentEnds)") {
            let root = directory("root-\(round)")
            let result = try Helper.run(["fork", root, "\(count)", parentEnds])
            #expect(result.exitCode == 0, "\(result.lines)")
            #expect(result.lines.sorted() == ["child done", "parent done"], "round \(round)")
            let names = ["child", "parent", "parent's thread 0", "parent's thread 1"]
            var expected = ["before": "before the fork"]
            for name in names { for index in 0..<count { expected["\(name) \(index)"] = "secret of \(name) \(index)" } }
            #expect(try openFresh(root).secrets() == expected)
            #expect(try integrity(root) == "ok")
            try FileManager.default.removeItem(atPath: root)
        }
    }
}
