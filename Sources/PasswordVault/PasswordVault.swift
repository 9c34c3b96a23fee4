// Whoever has the vault has the generator, one-time codes and the rest, which need nothing of it.
@_exported import PasswordTools
