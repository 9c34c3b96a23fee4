import Testing

@testable import SecurityCommand
