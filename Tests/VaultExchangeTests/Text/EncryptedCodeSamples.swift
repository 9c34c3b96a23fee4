/// Encrypted files of programs for one-time codes, made by Python's hashlib and the package `cryptography` as each program's own
/// description says. The password is `correct horse`.
enum EncryptedCodeSamples {
    static let password = "correct horse"
    static let aegis = [
        #"{"version": 1, "header": {"slots": [{"type": 2, "uuid": "b", "key": "00", "key_params": {"nonce": "00", "tag":"#,
        #" "00"}}, {"type": 1, "uuid": "a", "key": "4c5d84dade892140cf004dd6d6af841cf4ee718cd651f8d5eaaf4244c062240b", ""#,
        #"key_params": {"nonce": "360194cf79dbbbb81d20cb5b", "tag": "7795a836cd06806f5a8699d177972cb4"}, "n": 1024, "r":"#,
        #" 8, "p": 1, "salt": "bc5ac4a37d609be474d3121af546e2177ef9af4f1ad2a0f5ef26d25de1e27b30", "repaired": true}], "p"#,
        #"arams": {"nonce": "26f060064952bc91f21ae40d", "tag": "93d04f128691445e5b676020b1e27811"}}, "db": "fAxZcicGofSF"#,
        #"Wk4DuhVdFFrK2xbBDy5dJLF/BozYjMrBz59NTCOcz8jUta+dXlpx3dprTtTjcEYWTbKBKWjcKLu+a/M0fpgzsIvsZT3XCnD47dUR7tKIj39c4/"#,
        #"5g8IoxCuQ8omhswQVsUX0fGfRY8FVgeRPyNEYNBnu/+CoiIOK0sFznHHuN8ho97G22wCtzMFB68w3W2S8K5OfxMyoVarm6KW4abw++qZE06O4J"#,
        #"4QGXrMsCFeMKSFwaKLQuY51JYmSZA5JqAb5oroqNhH3+wkkxgTjtEdXR7tLYuhZcCQ5jFMZTFIOsNN2Lri7GunmLbYYDs9Pt5V3K3ThVquluwD"#,
        #"39Wm9VFkTpGqueXprxqkcK2lhZASwPqjO+aWyST6M1o7p7QryRvHe4/CVepBZQt0dRjDi4Kkc6YKOldCUqnPfU2yx3SXMmy81Z0mFqqtCc9EHd"#,
        #"Lm7ryxPHZg4GKxS3lVw47lis6t92i13TORLZ9CnWOxLJRPul161MdKe24sKDopzM7j1F6zWJzL+AjlyhPUU5z/K1yeXSxns6913YYf5gSzwun1"#,
        #"6EkeY6c3Z0XhsA+MQVmayk8ZosdrFFoNUZe8ZHmTcRbtYx3xKhbXleGjw+6c7Oi5G+2hWbl+oXxzVu/M7122/F6ffvzLAtE7j3WoWjoTLh04pZ"#,
        #"9yM+PSKHLosL6neIAVN+T2kDJVwe7FjZTfvR1DBKXfOJSHK19f6UaKYddVxcxkIRHC16xupX5zF3uiXAB08rVRlmL+RGqenKcdL0/fpqi2uTaX"#,
        #"jrWzUizc6sXGKlbPsW4smNJsm5LWVwQPe1q+hLCKnfu91ml0ZK49sC/rNn0pbtgwpfSblyyhxrwwDB31nisgGAFuWixnqco82uw4hCqfWq11lH"#,
        #"ENmd7ozo3/zPrWuXiy1KudVndyKq8eODgPrIdcxvGcQfJV0RArZ5nSfGk5UO5tqj2K+0QePKuZTeJego4lzbzdc/Z/IZhthBtn9aILe2QHg1Td"#,
        #"wst4B/pFifmdMCpTScDpFqj1WKBNYWlgp9/g=="}"#,
    ].joined()
    static let twoFAS = [
        #"{"services": [], "groups": [{"id": "g", "name": "Work"}], "schemaVersion": 4, "servicesEncrypted": "XD6/xyDUYW"#,
        #"VVKLMKCsrlBQJI5RfqIvn4rSTSDs0vd9Hc5YKQgYCDEPe2evCLx9a4EXocPP4K9Jet1qmkbgbLnuPH9zOzlkY/fn4ZNffXOGv8yZeQ+ILqA3Ff"#,
        #"w3X9WP5m7x/Rec8sDNbc9kty6uu/EaKRAisNzlh/dBwRUGgtp2671vx4AdSu2LjQemzS+PyjgPDcVerA7LqkZLdoi4PGoImRbF+HASnu+yTxUb"#,
        #"BlmfH+7Ub1rlMGEwXypadPa3eI7JpudlNksU2r8p2/gWKGhJP7E8v4C0Z4aKO1kPgthET52zZfLBJw2pwEk10gJHToq0J7nM9c:7wEstdkrZRA"#,
        #"U+m2cMRjspWpB+SPpS3JC0f10Pgx/uc+N8OsySiUzZsob4Nr1Vxt52AGspRHq3AC9L7/mOVCCrA==:FrJ/dLf0LBbV3d0Y", "reference": "#,
        #""x"}"#,
    ].joined()
    static let andOTP = [
        #"AAAD6EhXYy2AM5naaQnSYw0o9IBG8bbfMq3xuF4PDdTaXEG9BwePclIcwDhz+IWZJiVmxrLmP6bcjzw3QhBgC4yRaE3MswQnaMqLH8vIba8Sb8"#,
        #"W2d/4RoP2syGRGUHhS3xKAPM96DnaEmi8xy+qY/aNbSNUNBk1ATKs1E4zvM0MUNdqWHG9UssN8lKucvAxtZBYmK31kRlRnTR3gsGQMz1hqIx7K"#,
        #"cYGxgEgiyoTpaq3Wp3lG1H8EQKzNdBxcjrYdiG/gBkM91jW6cEziHVvGCg95N4+/uhB8jdYikRm6A3gwRDJYWSKdvR8aZ2OxioUjE3FmaF3J4Q"#,
        #"fVztvzd0dVRA=="#,
    ].joined()
    static let oldAndOTP = [
        #"DSj0gEbxtt8yrfG4QYxGYXVULi/kGDgr9DcfHdy0rN4tRCF6TyzfIBify7cN3+vPFs7lA4aLKlUElw15ayYdaOzhfyxLKMkAUiPu4yDFyeXRCF"#,
        #"JSTkhb8/kqYZtn9H2Y+d2DcDx7stRUoW7Y2lwD6TL7/csxYYE28HyBxvh3UzcJ+z41+TXV16wiZA4BwSVKOT6WyjEfTfdmbm4XSLQ3fHtYbpmR"#,
        #"r8vi3Ma2Aq0/EucKVtaATriAStNq+YdDF0ptdh++Pop7WThCXqDDqr17AkZjd85Vma+fVzF477tJ3T0Qn1/4cyfaW406WlAV95jc"#,
    ].joined()
}
