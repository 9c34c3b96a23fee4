import Glibc
import GtkSupport

let application = Application("org.example.TouchMeIn")
exit(application.run { LoginWindow().show(in: application) })
