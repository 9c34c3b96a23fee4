extension Log {
    /// Writes the pending records, then checks every record of the log, and compares its end with the head.
    /// - Throws: `.system` if the directory cannot be read, `.outOfMemory`.
    package func verify() throws(LogError) -> Report {
        // While the disk is full, only the written records are checked; the last line may be incomplete.
        try? flush()
        let isFailing = chain.withLock { $0.isFailing }
        return try output.withLock { output -> Result<Report, LogError> in
            Result { () throws(LogError) in try report(on: output, ignoringTornEnd: isFailing) }
        }.get()
    }

    private func report(on output: borrowing Output, ignoringTornEnd: Bool) throws(LogError) -> Report {
        let numbers = try output.directory.segments()
        let last = output.written.segment
        let first = last > SegmentDirectory.segmentCount ? last - SegmentDirectory.segmentCount + 1 : 1
        var check = ChainCheck(key: try checkKey.copy(), head: output.written, after: first == 1 ? .start : nil)
        for number in first..<max(first, last + 1) {
            guard numbers.contains(number) else {
                check.note(.missingSegment, segment: number)
                continue
            }
            guard let contents = try output.directory.contents(of: number) else {
                check.note(.foreignFile, segment: number)
                continue
            }
            let torn = check.check(contents, segment: number)
            if contents.count > SegmentDirectory.segmentSize { check.note(.oversized, segment: number) }
            if torn > 0, number < last || !ignoringTornEnd { check.note(.torn, segment: number) }
        }
        // The segment before the first one may be left over from a crash before its removal.
        for number in numbers where number > last || number + 1 < first { check.note(.foreignFile, segment: number) }
        check.checkEnd()
        return check.report
    }
}
