final class Store: Sendable {}
