import Glibc
import Security

/// The last failure on each thread, as errno(3) has the last error number.
enum LastFailure {
    private final class Box {
        let failure: SecFailure
        init(_ failure: SecFailure) { self.failure = failure }
    }

    /// The key of the thread's value; nil if the process has no keys left.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        let error = pthread_key_create(&key) { box in
            if let box { Unmanaged<Box>.fromOpaque(box).release() }
        }
        return error == 0 ? key : nil
    }()

    static func remember(_ failure: SecFailure) {
        guard let key else { return }
        let former = pthread_getspecific(key)
        let box = Unmanaged.passRetained(Box(failure))
        guard pthread_setspecific(key, box.toOpaque()) == 0 else { return box.release() }
        if let former { Unmanaged<Box>.fromOpaque(former).release() }
    }

    static var ofThread: SecFailure? {
        guard let key, let box = pthread_getspecific(key) else { return nil }
        return Unmanaged<Box>.fromOpaque(box).takeUnretainedValue().failure
    }
}
