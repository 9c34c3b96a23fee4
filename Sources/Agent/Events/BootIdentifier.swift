import LinuxSupport

/// A random identifier of this start of the machine.
let bootID = Clock.bootID
