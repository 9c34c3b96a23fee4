import LinuxSupport

/// Under its short name: nearly every command prints what others chose.
typealias UntrustedText = TerminalIO.UntrustedText
