import CIdentify
import Glibc
import ProcessIdentity

// The helper of an `IdentifyService`. It looks into other people's processes, so nobody is to look into it, and nothing
// that is worth stealing ever enters it.
guard cidentify_harden() == 0 else { exit(1) }
IdentifyLoop.run()
