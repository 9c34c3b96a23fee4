import TerminalIO

/// Under its short name: nearly every command prints what others chose.
typealias TerminalText = TerminalIO.TerminalText
