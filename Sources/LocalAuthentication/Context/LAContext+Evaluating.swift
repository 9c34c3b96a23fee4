extension LAContext {
    /// Queues an evaluation. It retains the context, because programs often release theirs at once.
    func evaluate(
        _ reason: String, _ reply: @escaping Reply,
        _ work: @escaping @Sendable (PromptTexts, EvaluationCancellation) -> AuthenticationFailure?
    ) {
        let evaluation = Evaluation(reply)
        // Apple's systems raise an exception, which a Swift program cannot catch. No code of `LAError` means an error of the program, and
        // any other one would be shown to the user.
        guard !reason.isEmpty else { return evaluation.end(NSError.emptyReason) }
        guard evaluations.begin(evaluation) else {
            return evaluation.end(LAError(AuthenticationFailure(.invalidContext)))
        }
        let presentation = presentation(reason: reason)
        queue.async { [self] in
            defer { evaluations.end(evaluation) }
            guard !evaluation.cancellation.isCancelled else { return }
            evaluation.end(work(presentation, evaluation.cancellation).map { LAError($0) })
        }
    }

    /// Waits for the reply of an evaluation, which the cancellation of the task cancels.
    static func awaitReply(_ begin: (@escaping Reply) -> Void) async throws -> Bool {
        let cancellation = EvaluationCancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                EvaluationCancellation.$ofTask.withValue(cancellation) {
                    begin { success, error in
                        if let error {
                            continuation.resume(throwing: error)
                        } else {
                            continuation.resume(returning: success)
                        }
                    }
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }
}

extension NSError {
    fileprivate static var emptyReason: NSError {
        NSError(
            domain: NSOSStatusErrorDomain, code: Int(errSecParam),
            userInfo: [NSLocalizedDescriptionKey: "The reason for the authentication is empty. Supply a reason."])
    }
}
