// Types of other modules that are part of this module's API. The other declarations of those modules are not exported.
@_exported import struct KeyManagement.PasscodeHash
@_exported import enum KeyManagement.LockState
@_exported import enum KeyManagement.ProtectionClass
@_exported import struct Secrets.SecretBytes
