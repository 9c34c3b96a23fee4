import PasswordVault
import Testing

@testable import LoginSheet

/// Requests that make no sense end before anything is shown.
@Suite struct RequestTests {
    private let sample: SheetSample
    init() throws { sample = try SheetSample() }

    @Test(arguments: [
        "", "  \n", "https:bank.example", "https://", "http://a\\b", "https://bank.example\u{1b}[2J", "app://",
        "app://com.example.Other", "app://COM.example.TouchMeIn",
        "https://bank.example/" + String(repeating: "a", count: 8 << 10),
    ])
    func wrongAddressesAreUnexpectedData(url: String) {
        for operation in SheetRequest.Operation.allCases {
            #expect(sample.sheet(operation, url).failure?.kind == .unexpectedData)
        }
    }

    /// Identified by the agent, not by its own word.
    @Test func anAppAddressIsAnsweredToThatProgramAlone() throws {
        try sample.add("Mine", website: "app://com.example.TouchMeIn")
        #expect(sample.sheet(.find, "app://com.example.TouchMeIn").titles == ["Mine"])
        let unnamed = sample.sheet(.find, "app://com.example.TouchMeIn") { $0.caller.identifiers = [] }
        #expect(unnamed.failure?.kind == .unexpectedData)
    }

    static let contradictions: [PasswordConstraints] = [
        PasswordConstraints(minLength: 21, maxLength: 20), PasswordConstraints(minLength: 100, maxLength: 60),
        PasswordConstraints(requiresDigits: true, forbiddenCharacters: "0123456789"),
        PasswordConstraints(requiresSymbols: true, forbiddenCharacters: "!@#$%^&*()_-+=|[]{}'\";.,>?/~`"),
    ]

    @Test(arguments: contradictions) func contradictoryOptionsAreUnexpectedData(constraints: PasswordConstraints) {
        for password in [nil, Secret("given")] {
            let sheet = sample.sheet(.store) { request in
                request.generator = constraints
                request.details.password = password
            }
            #expect(sheet.failure?.kind == .unexpectedData)
        }
    }

    /// What is out of bounds, but contradicts nothing, is brought into 4 to 50.
    @Test(arguments: [(60, nil, 50), (nil, 2, 4), (1, 100, 20), (nil, nil, 20), (30, nil, 30), (nil, 8, 8)])
    func lengthsAreClamped(least: Int?, most: Int?, length: Int) {
        let sheet = sample.sheet(.store) { $0.generator = PasswordConstraints(minLength: least, maxLength: most) }
        #expect(sheet.editor?.draft.password.count == length)
    }

    @Test func tooMuchIsUnexpectedData() {
        let long = String(repeating: "x", count: (64 << 10) + 1)
        let changes: [@Sendable (inout LoginDetails) -> Void] = [
            { $0.title = long }, { $0.username = long }, { $0.notes = Secret(long) }, { $0.password = Secret(long) },
            { $0.fields = [NamedValue("a", long)] },
            { $0.fields = (0...128).map { NamedValue("\($0)", "") } },
            { $0.fields = [NamedValue("a", "1"), NamedValue("a", "2")] },
        ]
        for change in changes { #expect(sample.sheet(.store) { change(&$0.details) }.failure?.kind == .unexpectedData) }
    }

    @Test func withoutAVaultNothingCanBeDone() throws {
        let empty = try SheetSample("personal")
        let directory = FragileDirectory(
            VaultDirectory(root: .init(path: "/nonexistent"), passwordCost: .cheapForTests))
        let request = SheetRequest(
            .find, url: "https://bank.example", caller: SheetSample.caller, environment: .window)
        #expect(Sheet(request, vaults: directory).failure?.kind == .unreachable)
        #expect(empty.sheet(.find).failure == nil)
    }
}
