import Foundation
import PasswordVault
import Testing

@testable import VaultWindow

/// What the window is made of, without a window.
struct ModelTests {
    @Test func sealedChangesComeBackAsTheyWere() {
        let base = VaultItem(.login, title: "Bank")
        var changed = base
        changed.title = "My Bank"
        changed["username"] = .text("maria")
        changed["password"] = .secret(Secret("tr0ub4dor"))
        changed.tags = ["money"]
        changed.websites = [SavedWebsite("bank.example", rule: "host")]
        changed.sections = [Section(title: "More", fields: [Field(label: "Branch", value: .text("Main Street"))])]
        changed.notes = Secret("ask for Ms Lee")
        let draft = SealedDraft(changed, isNew: false)
        #expect(draft.id == base.id)
        #expect(draft.opened(over: base) == changed)
    }

    @Test func charactersAreColouredByClass() {
        let kinds = "aÄ7-".map { CharacterKind($0) }
        #expect(kinds == [.letter, .letter, .digit, .symbol])
    }

    @Test(arguments: GeneratorOptions.Recipe.allCases) func generatorMakesWhatIsAskedFor(
        _ recipe: GeneratorOptions.Recipe
    ) throws {
        var options = GeneratorOptions()
        options.recipe = recipe
        (options.length, options.hasDigits, options.hasSymbols, options.digits) = (12, false, false, 8)
        let (secret, entropy) = try options.make()
        #expect(entropy.bits > 20)
        switch recipe {
        case .random:
            #expect(secret.count == 12)
            let hasLettersAlone = secret.text.allSatisfy { $0.isLetter }
            #expect(hasLettersAlone)
        case .words: #expect(secret.text.split(separator: "-").count == 5)
        case .pin: #expect(secret.text.count == 8)
        }
    }

    @Test func settingsThatCannotBeReadAreAsAtTheBeginning() throws {
        let text = #"{"width": -5, "sorting": "nonsense", "autoLock": 99999999, "density": "compact"}"#
        let settings = try JSONDecoder().decode(Preferences.self, from: Data(text.utf8))
        #expect(settings.width == 360)
        #expect(settings.sorting == .title)
        #expect(settings.autoLock == 86_400)
        #expect(settings.density == .compact)
    }
}
