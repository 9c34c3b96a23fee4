// Core Foundation's names are part of our Security. A module of this name replaces the toolchain's C module, whose types
// are not bridged.
@_exported import Security
