import TerminalIO

/// The short name of this type: nearly every command prints text that other programs chose.
typealias TerminalText = TerminalIO.TerminalText
