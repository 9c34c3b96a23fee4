/// The command line of macOS's `security`.
package enum SecurityCommand {}
