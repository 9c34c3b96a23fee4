// Re-exported: the generator is a module of its own so that programs without the other tools need not link zxcvbn.
@_exported import PasswordGeneration
