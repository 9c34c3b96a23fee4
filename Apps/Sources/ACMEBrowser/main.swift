import Glibc
import GtkSupport

// Without a compiler for JavaScript in it, whose code in memory would keep the agent from classifying the program as the system's. Pages
// inherit it: they are slower, and attack less.
setenv("JSC_useJIT", "0", 1)
let application = Application("io.github.chatelaine.ACMEBrowser")
exit(
    application.run {
        if BrowserWindow.isOpen {
            BrowserWindow.open(application)
        } else {
            BrowserWindow.open(application, address: CommandLine.arguments.dropFirst().first)
        }
    })
