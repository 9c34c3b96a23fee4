extension Log {
    /// Writes the pending records, then passes the last records to `body`, the newest last. One segment at a time is in memory; the log can
    /// be written meanwhile.
    ///
    /// Lines that are not records are left out: ``verify()`` reports them. The last record that begins a segment comes first if it is
    /// older than the others: it says what was rotated out.
    /// - Throws: `LogError`, or an error of `body`, which ends the reading.
    package func read(limit: Int = .max, _ body: (Record) throws -> Void) throws {
        try? flush()
        var (numbers, lines) = ([UInt32](), 0)
        for number in try segments().reversed() where lines < limit {
            guard let contents = try contents(of: number) else { continue }
            numbers.insert(number, at: 0)
            lines += contents.count { $0 == UInt8(ascii: "\n") }
        }
        var skipped = max(0, lines - max(0, limit))
        var check = ChainCheck(key: try checkKey.copy(), head: nil, after: nil)
        var rotation: Record?
        for number in numbers {
            guard let contents = try contents(of: number) else { continue }
            _ = try check.check(contents, segment: number) { line, isAuthentic in
                guard skipped == 0 else {
                    skipped -= 1
                    if Line(line)?.kind == .segment { rotation = Record(line: line, isAuthentic: isAuthentic) }
                    return
                }
                if let rotation, rotation.rotatedOut != nil { try body(rotation) }
                rotation = nil
                if let record = Record(line: line, isAuthentic: isAuthentic) { try body(record) }
            }
        }
    }

    private func segments() throws(LogError) -> [UInt32] {
        try output.withLock { output -> Result<[UInt32], LogError> in
            Result { () throws(LogError) in
                let last = output.written.segment
                return try output.directory.segments().filter {
                    $0 <= last && $0 + SegmentDirectory.segmentCount > last
                }
            }
        }.get()
    }

    private func contents(of segment: UInt32) throws(LogError) -> [UInt8]? {
        try output.withLock { output -> Result<[UInt8]?, LogError> in
            Result { () throws(LogError) in try output.directory.contents(of: segment) }
        }.get()
    }
}
