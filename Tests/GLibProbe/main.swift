import AppExtensions
import ChatelaineGLib
import Foundation
import Glibc
import LinuxSupport

// A program with GLib's main loop and nothing else that drains the main queue. It asks a password manager, and prints what happens;
// with “without” as its argument it does not attach the queue.

typealias MakeLoop = @convention(c) (UnsafeMutableRawPointer?, Int32) -> UnsafeMutableRawPointer
typealias RunLoop = @convention(c) (UnsafeMutableRawPointer) -> Void
typealias AddTimeout =
    @convention(c) (UInt32, @convention(c) (UnsafeMutableRawPointer?) -> Int32, UnsafeMutableRawPointer?) -> UInt32

/// In seconds.
func processorTime() -> Double { Double(clock()) / 1e6 }

let glib = try SharedLibrary("libglib-2.0.so.0")
let makeLoop: MakeLoop = try glib.function("g_main_loop_new")
let run: RunLoop = try glib.function("g_main_loop_run")
let addTimeout: AddTimeout = try glib.function("g_timeout_add")
if CommandLine.arguments.last != "without" {
    try GLibMainLoop.attachMainQueue()
    try GLibMainLoop.attachMainQueue()
}

PasswordManagerExtension.shared.findLogin(forURLString: "https://example.com", for: nil, sender: nil) { _, error in
    print("completion \((error as NSError?)?.code ?? -1) \(Thread.isMainThread)")
    fflush(nil)
    Task { @MainActor in
        let answer = await Task.detached { 7 }.value
        print("main actor \(answer) \(Thread.isMainThread)")
        fflush(nil)
    }
}

// The loop's own work goes on meanwhile; and it does not spin.
_ = addTimeout(
    1000,
    { _ in
        print(processorTime() < 0.8 ? "calm" : "busy")
        fflush(nil)
        exit(0)
    }, nil)
run(makeLoop(nil, 0))
