import KeychainServices

extension PasswordKind {
    /// The kind in a sentence.
    var title: String { itemClass == .genericPassword ? "generic" : "internet" }

    /// The options that select an item, a line each.
    var selectorHelp: String {
        let own =
            itemClass == .genericPassword
            ? ["-G  generic attribute", "-s  service"]
            : [
                "-d  security domain", "-p  path", "-P  port", "-r  protocol, a code of four letters", "-s  server",
                "-t  authentication type, a code of four letters",
            ]
        let common = [
            "-a  account", "-c  creator, a code of four letters", "-C  type, a code of four letters", "-D  kind",
            "-j  comment", "-l  label",
        ]
        return (common + own).map { "    " + $0 }.joined(separator: "\n")
    }
}
