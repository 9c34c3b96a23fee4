// Re-exported so that users of the vault also get the password generator, one-time codes and the other tools, which do
// not depend on the vault.
@_exported import PasswordTools
