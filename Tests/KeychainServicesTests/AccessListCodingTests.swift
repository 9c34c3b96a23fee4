import Foundation
import Testing

@testable import KeychainServices

/// The access lists that are kept with an item: what comes back, and what hostile bytes are taken for.
@Suite struct AccessListCodingTests {
    private let lists = AccessList(entries: [
        .init(paths: nil, name: "shop", authorizations: ["ACLAuthorizationEncrypt"]),
        .init(
            programs: [
                .init("/usr/bin/id", .ofRoot), .init("/opt/kim/bin/töl", .digest((0..<32).map { $0 })),
                .init("/opt/kim/bin/late", .unknown), .init("/opt/kim/bin/new"), .init("/srv/kim/tool", .trusted),
            ], name: "shop", selector: 0x0102,
            authorizations: ["ACLAuthorizationDecrypt", "ACLAuthorizationSign"]),
        .init(paths: [], name: "", authorizations: ["ACLAuthorizationChangeACL"]),
    ])

    private func using(_ programs: [String]?, selector: UInt16 = 0) -> AccessList {
        AccessList(entries: [
            .init(paths: programs, name: "", selector: selector, authorizations: ["ACLAuthorizationDecrypt"])
        ])
    }

    @Test func listsComeBack() throws {
        #expect(try AccessList(encoded: lists.encoded()) == lists)
        #expect(lists.programs.named == Set(lists.entries[1].programs ?? []) && !lists.programs.isAny)
        #expect(lists.programs.paths.contains("/opt/kim/bin/töl"))
        #expect(using(nil).programs.isAny)
    }

    /// Who may encrypt with it, or change lists, or is asked for the password each time, uses nothing unasked.
    @Test func onlyProgramsThatUseTheSecretCount() {
        for authorization in ["Encrypt", "ChangeACL", "Delete", "PartitionID", "Login"] {
            let list = AccessList(entries: [
                .init(paths: nil, name: "", authorizations: ["ACLAuthorization" + authorization])
            ])
            #expect(list.programs == AccessList.Programs(), "\(authorization)")
        }
        #expect(using(nil, selector: 1).programs == AccessList.Programs())
        #expect(using(["/usr/bin/id"], selector: 1).programs == AccessList.Programs())
    }

    @Test(arguments: [
        "/usr/bin/../bin/id", "/usr/./bin/id", "//usr/bin/id", "/usr/bin/", "/", "/usr//id", "/..",
    ])
    func aPathThatTheKernelDoesNotGiveIsNoPrograms(path: String) throws {
        #expect(try AccessList(encoded: using([path]).encoded()).programs.paths.isEmpty)
    }

    /// A program that was named stays what it was: only those that nobody has asked about get an identity.
    @Test func aNameIsGivenOnce() {
        let asked = lists.identified(
            by: Dictionary(uniqueKeysWithValues: lists.programs.paths.map { ($0, AccessList.Identity.trusted) }))
        #expect(lists.unaskedPaths == ["/opt/kim/bin/new"] && asked.unaskedPaths.isEmpty)
        let named = asked.programs.named.subtracting(lists.programs.named)
        #expect(named == [.init("/opt/kim/bin/new", .trusted)])
    }

    @Test func whatIsTooLargeOrNoPathIsRefused() {
        let longest = "/" + String(repeating: "a", count: 4094)
        #expect(throws: Never.self) { try using([longest]).encoded() }
        let refused: [AccessList] = [
            using([longest + "a"]), using(["relative"]), using([""]), using(["/a\0b"]),
            using((0..<10_000).map { "/usr/bin/\($0)" }), using((0..<257).map { "/\($0)" }),
            using((0..<20).map { "\(longest.dropLast(2))\($0)" }),
            AccessList(entries: Array(repeating: lists.entries[0], count: 65)),
            AccessList(entries: [.init(paths: nil, name: String(repeating: "n", count: 65_536), authorizations: [])]
            ),
            AccessList(entries: [.init(paths: nil, name: "", authorizations: Array(repeating: "a", count: 65))]),
        ]
        for list in refused { #expect(throws: KeychainError(.parameter, "")) { try list.encoded() } }
    }

    /// Damaged lists name nobody. Were they absent, the item would have those of an item without lists, which name a program.
    @Test func damagedListsNameNobody() throws {
        let whole = [UInt8](try lists.encoded())
        var hostile = (0..<whole.count).map { Array(whole[..<$0]) }
        hostile += [
            whole + [0], [1] + whole.dropFirst(), [3] + whole.dropFirst(), [2, 255], [2, 1, 2],
            Array(repeating: 255, count: 100_000),
        ]
        // A path that is not UTF-8, and one that is not absolute.
        for path: [UInt8] in [[0x2f, 0xff], [0x61, 0x62], [0x2f, 0]] {
            hostile.append([2, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2] + path + [0])
        }
        // Identities that are none.
        for identity: [UInt8] in [
            [1, 4], [1, 255], [2, 1, 1], [1, 3], [33, 4] + Array(repeating: 0, count: 32), [9, 1],
        ] {
            hostile.append([2, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0x2f, 0x61] + identity)
        }
        for bytes in hostile {
            #expect(throws: KeychainError(.decode, "")) { _ = try AccessList(encoded: Data(bytes)) }
            #expect(AccessList(of: [.accessList: .data(Data(bytes))]) == .namingNobody)
        }
        #expect(AccessList(of: [.accessList: 7]) == .namingNobody)
        #expect(AccessList(of: [:]) == nil)
    }

    @Test func changedBytesEndNoProgram() throws {
        let whole = [UInt8](try lists.encoded())
        for index in whole.indices {
            for bit in 0..<8 {
                var changed = whole
                changed[index] ^= 1 << bit
                let list = AccessList(of: [.accessList: .data(Data(changed))]) ?? .namingNobody
                #expect(list.entries.isEmpty || (try? list.encoded()) == Data(changed))
            }
        }
    }
}
