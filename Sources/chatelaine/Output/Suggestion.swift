import ArgumentParser

/// The name that was probably meant in place of one that there is not.
enum Suggestion {
    /// The closest name; nil if none is close.
    static func closest(to name: String, among names: some Sequence<String>) -> String? {
        let wanted = folded(name)
        guard !wanted.isEmpty else { return nil }
        // A third of the letters may be wrong: of a short name one.
        let most = max(1, wanted.count / 3)
        var best: (name: String, distance: Int)?
        for candidate in names {
            let found = folded(candidate)
            let isPart =
                wanted.count > 2 && (found.starts(with: wanted) || wanted.starts(with: found) && found.count > 2)
            let distance = isPart ? 1 : distance(wanted, found)
            if distance <= most, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.name
    }

    /// A sentence for the end of a remedy, or nothing.
    static func question(for name: String, among names: some Sequence<String>) -> String? {
        closest(to: name, among: names).map { "did you mean “\($0)”?" }
    }

    /// As ``question(for:among:)``, of texts with several words, each of which counts too.
    static func question(for name: String, amongWordsOf texts: [String]) -> String? {
        if let whole = question(for: name, among: texts) { return whole }
        let words = texts.map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
        guard let word = closest(to: name, among: words.joined()),
            let index = words.firstIndex(where: { $0.contains(word) })
        else { return nil }
        return "did you mean “\(texts[index])”?"
    }

    private static func folded(_ text: String) -> [Character] { Array(text.lowercased()) }

    /// The number of letters to insert, remove, replace or swap with their neighbour (Damerau and Levenshtein, restricted).
    static func distance(_ one: [Character], _ other: [Character]) -> Int {
        var before: [Int] = []
        var last = Array(0...other.count)
        for (row, letter) in one.enumerated() {
            var next = [row + 1]
            for (column, wanted) in other.enumerated() {
                var cost = min(last[column] + (letter == wanted ? 0 : 1), last[column + 1] + 1, next[column] + 1)
                if row > 0, column > 0, letter == other[column - 1], one[row - 1] == wanted {
                    cost = min(cost, before[column - 1] + 1)
                }
                next.append(cost)
            }
            (before, last) = (last, next)
        }
        return last[other.count]
    }
}

extension Suggestion {
    /// The command that was probably meant, for a command line that names one that there is not.
    ///
    /// - Parameter root: the command that parses the arguments.
    static func command(in arguments: some Sequence<String>, of root: any ParsableCommand.Type) -> String? {
        var (command, path) = (root, ["chatelaine"])
        for word in arguments {
            let commands = command.configuration.subcommands
            guard !word.hasPrefix("-"), !commands.isEmpty else { return nil }
            if let next = commands.first(where: { $0.names.contains(word) }) {
                command = next
                path.append(word)
                continue
            }
            guard command.configuration.defaultSubcommand == nil || commands.count > 1,
                let name = closest(to: word, among: commands.flatMap { $0.names })
            else { return nil }
            return (path + [name]).joined(separator: " ")
        }
        return nil
    }
}

extension ParsableCommand {
    /// Its name on the command line.
    static var names: [String] { [configuration.commandName ?? ""] + configuration.aliases }
}
