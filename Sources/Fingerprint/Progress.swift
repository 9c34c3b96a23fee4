import DBus

extension FprintConnection {
    /// Waits until a finger was compared.
    ///
    /// Specified in: fprintd's D-Bus interface, “Verify Statuses”.
    func awaitMatch(_ onEvent: (FingerprintReader.Event) -> Void) throws(ReaderError) -> FingerprintReader.Match {
        while true {
            let signal = try nextSignal()
            if signal.isSignal(Self.deviceInterface, "VerifyFingerSelected") {
                onEvent(.waiting(signal.string().flatMap(Finger.init)))
            }
            guard let (status, isDone) = status(signal, "VerifyStatus", "verify-") else { continue }
            switch (status, isDone) {
            case ("match", true): return .match
            case ("no-match", true): return .mismatch
            case ("match", false), ("no-match", false): throw ReaderError(.failed, "fprintd contradicts itself")
            default: try onEvent(.retry(retry(status, isDone)))
            }
        }
    }

    /// Waits until the reader has scanned a finger completely.
    ///
    /// Specified in: fprintd's D-Bus interface, “Enroll Statuses”.
    func awaitEnrolment(
        stages: Int?, _ onEvent: (FingerprintReader.Event) -> Void
    ) throws(ReaderError) {
        // For some readers, fprintd knows the number only while they are in use.
        let total = stages.flatMap { (1...100).contains($0) ? $0 : nil }
        var passed = 0
        while true {
            let signal = try nextSignal()
            guard let (status, isDone) = status(signal, "EnrollStatus", "enroll-") else { continue }
            switch (status, isDone) {
            case ("completed", true): return onEvent(.stage(passed: total ?? passed + 1, total: total ?? passed + 1))
            case ("stage-passed", false):
                passed = min(passed + 1, 1000)
                onEvent(.stage(passed: passed, total: total.flatMap { $0 >= passed ? $0 : nil }))
            case ("duplicate", _): throw ReaderError(.duplicate, "the reader knows this finger already")
            case ("data-full", _): throw ReaderError(.full, "the reader's storage is full")
            case ("failed", true): throw ReaderError(.failed, "the finger could not be enrolled")
            default: try onEvent(.retry(retry(status, isDone)))
            }
        }
    }

    private func status(_ signal: BusMessage, _ member: String, _ prefix: String) -> (Substring, Bool)? {
        guard signal.isSignal(Self.deviceInterface, member), let text = signal.string(), let isDone = signal.bool()
        else { return nil }
        return text.hasPrefix(prefix) ? (text.dropFirst(prefix.count), isDone) : ("", isDone)
    }

    /// Returns the advice for a status that is not a result.
    private func retry(_ status: Substring, _ isDone: Bool) throws(ReaderError) -> FingerprintReader.Retry {
        switch (status, isDone) {
        case ("disconnected", _): throw ReaderError(.disconnected, "the reader was unplugged")
        case (_, true): throw ReaderError(.failed, "the reader reports an error")
        case ("swipe-too-short", _): return .swipeTooShort
        case ("finger-not-centered", _): return .fingerNotCentered
        case ("remove-and-retry", _): return .removeAndRetry
        default: return .again
        }
    }
}
