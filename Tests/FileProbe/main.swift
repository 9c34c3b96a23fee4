import CSeccomp
import DataProtection
import Foundation
import Glibc
import KeyManagement
import KeychainServices

// Writes a protected file, or changes its class, and is killed by the kernel at a system call (seccomp(2)), for tests that look at what is
// left: `file-probe HOME PATH write|class|hold POINT`. `hold` is given no point: it begins to write and waits to be ended.

/// Kills the process at a call with these arguments.
func kill(at name: String, _ arguments: [(index: UInt32, value: UInt64)]) {
    let killing: UInt32 = 0x8000_0000
    guard let filter = seccomp_init(chatelaine_seccomp_allow) else { exit(3) }
    let comparisons = arguments.map {
        scmp_arg_cmp(arg: $0.index, op: SCMP_CMP_EQ, datum_a: $0.value, datum_b: 0)
    }
    let number = seccomp_syscall_resolve_name(name)
    guard number >= 0,
        seccomp_rule_add_array(filter, killing, number, UInt32(comparisons.count), comparisons) == 0,
        seccomp_load(filter) == 0
    else { exit(3) }
}

/// The number that the next file gets that is opened.
func nextDescriptor() -> UInt64 {
    let number = dup(STDIN_FILENO)
    close(number)
    return UInt64(number)
}

func arrange(_ point: String) {
    // The directory is opened first, then the file in it; where the class is changed, only the file.
    let first = nextDescriptor()
    let (file, offset): (UInt64, UInt32) = (first + 1, 3)
    switch point {
    case "header": kill(at: "pwrite64", [(0, file), (offset, 0)])
    case "content": kill(at: "pwrite64", [(0, file), (offset, 8192)])
    case "later": kill(at: "pwrite64", [(0, file), (offset, 8192 + 16 * 65552)])
    case "sync": kill(at: "fsync", [(0, file)])
    case "rename": kill(at: "renameat", [])
    case "synced": kill(at: "fsync", [(0, first)])
    case "first copy": kill(at: "pwrite64", [(0, first), (offset, 4096)])
    case "first sync": kill(at: "fsync", [(0, first)])
    case "second copy": kill(at: "pwrite64", [(0, first), (offset, 0)])
    default: exit(2)
    }
}

var noCore = rlimit(rlim_cur: 0, rlim_max: 0)
setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noCore)
let arguments = CommandLine.arguments
guard arguments.count > 3 else { exit(2) }
do {
    let keychain = try Keychain(
        root: KeychainRoot(path: arguments[1]), accessGroups: AccessGroups(["com.example.files"]),
        passcodeCost: .cheapForTests)
    // Everything is open that will be.
    _ = try ProtectedFileReader(arguments[2], keys: keychain).length
    let content = Data(repeating: 7, count: 3 << 20)
    if arguments.count > 4 { arrange(arguments[4]) }
    if arguments[3] == "class" {
        try ProtectedFile.setProtection(.complete, of: arguments[2], keys: keychain)
    } else {
        let writer = try ProtectedFileWriter(arguments[2], fileClass: .none, keys: keychain)
        try writer.write(contentsOf: content)
        if arguments[3] == "hold" {
            print("writing")
            fflush(nil)
            _ = readLine()
        }
        try writer.finish()
    }
    print("done")
} catch {
    print("\(error)")
    exit(1)
}
