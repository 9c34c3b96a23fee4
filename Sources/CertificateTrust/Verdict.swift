/// The answer to whether a chain of certificates is trusted.
package enum Verdict: Hashable, Sendable {
    case trusted
}
