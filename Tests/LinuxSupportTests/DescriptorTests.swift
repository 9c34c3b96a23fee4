import Glibc
import LinuxSupport
import Testing

@Suite struct DescriptorTests {
    private struct Failure: Error {}

    @Test func descriptorClosesItself() throws {
        var number: Int32 = -1
        do {
            guard let file = Descriptor(open("/dev/null", O_RDONLY | O_CLOEXEC)) else { throw Failure() }
            number = file.number
            #expect(fcntl(number, F_GETFD) >= 0)
        }
        // Another test's thread may have opened a file under the number meanwhile: no /dev/null then.
        var (closed, device) = (stat(), stat())
        #expect(stat("/dev/null", &device) == 0)
        #expect(fstat(number, &closed) != 0 || closed.st_rdev != device.st_rdev)
    }

    @Test func failedCallIsNoDescriptor() {
        if Descriptor(-1) != nil { Issue.record("-1 is a descriptor") }
    }

    @Test func fileIsReadAsFarAsItGoes() throws {
        var name = Array("/tmp/chatelaine-descriptor-XXXXXX".utf8CString)
        guard let file = Descriptor(mkstemp(&name)) else { throw Failure() }
        unlink(name)
        let written = [UInt8](0..<100).withUnsafeBytes { file.write($0) }
        #expect(written.written == 100 && written.errno == 0)
        var bytes = [UInt8](repeating: 0, count: 200)
        let read = bytes.withUnsafeMutableBytes { file.read(into: $0) }
        #expect(read.count == 100 && read.errno == 0)
        #expect(Array(bytes[..<100]) == [UInt8](0..<100))
        #expect(file.synchronize() == 0)
    }

    @Test func errorsAreReported() throws {
        guard let file = Descriptor(open("/dev/full", O_RDWR | O_CLOEXEC)) else { throw Failure() }
        let written = [UInt8](0..<10).withUnsafeBytes { file.write($0) }
        #expect(written.written == 0 && written.errno == ENOSPC)
        guard let directory = Descriptor(open("/", O_RDONLY | O_CLOEXEC)) else { throw Failure() }
        var bytes = [UInt8](repeating: 0, count: 8)
        #expect(bytes.withUnsafeMutableBytes { directory.read(into: $0) }.errno == EISDIR)
    }
}

@Suite struct CancellationTests {
    @Test func cancellationLasts() {
        let cancellation = Cancellation()
        #expect(!cancellation.isCancelled)
        cancellation.cancel()
        cancellation.cancel()
        #expect(cancellation.isCancelled)
        #expect(cancellation.isCancelled)
    }
}

@Suite struct SharedLibraryTests {
    @Test func missingLibraryIsNamed() {
        let error = #expect(throws: MissingLibrary.self) { try SharedLibrary("libchatelaine-nowhere.so.0") }
        #expect(error.map { "\($0)" }?.contains("libchatelaine-nowhere.so.0") == true)
    }

    @Test func libraryOfTheProgramIsLoadedAlready() {
        #expect(SharedLibrary.isLoaded("libc.so.6"))
        #expect(!SharedLibrary.isLoaded("libchatelaine-nowhere.so.0"))
    }
}
