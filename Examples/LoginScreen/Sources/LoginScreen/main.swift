import Foundation

// A login screen in a terminal: the view model is as it would be in an app, and this is all that draws it.
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
