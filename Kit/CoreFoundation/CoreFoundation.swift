// Core Foundation's names are part of our Security. A module of this name takes the place of the toolchain's C module, whose
// types bridge to nothing.
@_exported import Security
