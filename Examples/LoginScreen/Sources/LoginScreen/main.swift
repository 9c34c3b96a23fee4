import Foundation

// A login screen in a terminal. The view model is the same as in an app; this file is the whole user interface.
let screen = LoginViewModel()
screen.viewWillAppear()
if let hint = screen.hint { print(hint) }
guard !screen.isBiometricButtonHidden else {
    print("[ Log in with a password ]")
    exit(1)
}
print("[ \(screen.biometricButtonTitle) ]")
screen.stateChanged = { state in
    print(state)
    if state != .authenticating { exit(state == .loggedIn ? 0 : 1) }
}
screen.biometricButtonTapped()
dispatchMain()
