import Glibc
import GtkSupport

// Executable memory without a file would keep the agent from classifying the program as the system's: of a compiler for JavaScript, and of
// OpenGL, which WebKit looks for if it may draw into memory of the graphics card. The processes of pages inherit the variables: pages are
// slower, and have fewer ways to attack.
setenv("JSC_useJIT", "0", 1)
setenv("WEBKIT_DISABLE_DMABUF_RENDERER", "1", 1)
let application = Application("io.github.chatelaine.ACMEBrowser")
exit(
    application.run {
        if BrowserWindow.isOpen {
            BrowserWindow.open(application)
        } else {
            BrowserWindow.open(application, address: CommandLine.arguments.dropFirst().first)
        }
    })
