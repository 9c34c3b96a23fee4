// What the API of this module is made of and a program needs by name. The rest of these modules stays out of its way.
@_exported import struct KeyManagement.PasscodeHash
@_exported import enum KeyManagement.LockState
@_exported import enum KeyManagement.ProtectionClass
@_exported import struct Secrets.SecretBytes
