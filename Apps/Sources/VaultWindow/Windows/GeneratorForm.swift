import GtkSupport

/// The form for the generator's options.
@MainActor final class GeneratorForm {
    let view = Box(vertical: true, spacing: 12)
    var onChange: @MainActor () -> Void = {}
    private(set) var options: GeneratorOptions
    private let container = Box(vertical: true, spacing: 0)

    init(_ options: GeneratorOptions) {
        self.options = options
        let recipe = Choice(text("Kind of password"), [text("Random characters"), text("Words"), text("PIN")])
        recipe.choose(GeneratorOptions.Recipe.allCases.firstIndex(of: options.recipe) ?? 0)
        recipe.onChange { [self] in
            self.options.recipe = GeneratorOptions.Recipe.allCases[min(recipe.chosen ?? 0, 2)]
            showForm()
            onChange()
        }
        view.append(recipe)
        view.append(container)
        showForm()
    }

    private func showForm() {
        container.removeAll()
        let list = PlainList(framed: text("Options"))
        switch options.recipe {
        case .random:
            list.appendFixed(number(text("Length"), \.length, GeneratorOptions.lengths))
            list.appendFixed(toggle(text("Digits"), \.hasDigits))
            list.appendFixed(toggle(text("Symbols"), \.hasSymbols))
            list.appendFixed(toggle(text("Without look-alikes"), \.avoidsLookAlikes))
        case .words:
            list.appendFixed(number(text("Words"), \.words, 3...20))
            list.appendFixed(separator())
            list.appendFixed(toggle(text("Capitals"), \.capitalizes))
            list.appendFixed(toggle(text("A digit"), \.addsDigit))
        case .pin: list.appendFixed(number(text("Digits"), \.digits, GeneratorOptions.pinLengths))
        }
        container.append(list)
    }

    private func number(
        _ label: String, _ path: WritableKeyPath<GeneratorOptions, Int>, _ range: ClosedRange<Int>
    ) -> Box {
        let field = NumberField(label, range)
        field.value = options[keyPath: path]
        field.onChange { [self] in
            options[keyPath: path] = field.value
            onChange()
        }
        return FormRow.box(label, field)
    }

    private func toggle(_ label: String, _ path: WritableKeyPath<GeneratorOptions, Bool>) -> Box {
        let toggle = Switch(isOn: options[keyPath: path], label)
        toggle.onChange { [self] in
            options[keyPath: path] = toggle.isOn
            onChange()
        }
        return FormRow.box(label, toggle)
    }

    private func separator() -> Box {
        let choices = ["-", " ", ".", "_", ""]
        let names = [text("Hyphen"), text("Space"), text("Full stop"), text("Underscore"), text("Nothing")]
        let choice = Choice(text("Between words"), names)
        choice.choose(choices.firstIndex(of: options.separator) ?? 0)
        choice.onChange { [self] in
            options.separator = choices[min(choice.chosen ?? 0, choices.count - 1)]
            onChange()
        }
        return FormRow.box(text("Between words"), choice)
    }
}
