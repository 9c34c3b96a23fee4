private let textsByStatus = Dictionary(errorTexts.map { ($0.status, $0.text) }) { first, _ in first }

/// Returns the meaning of a status as a sentence in English.
///
/// - Parameters:
///   - status: the status of any function of this module.
///   - reserved: nil.
/// - Returns: the sentence; for a few old codes the name of the code; for an unknown number `OSStatus` and the number. Never nil.
public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? {
    (textsByStatus[status].map { "\($0)" } ?? "OSStatus \(status)") as NSString
}
