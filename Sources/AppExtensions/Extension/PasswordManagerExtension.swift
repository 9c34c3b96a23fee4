import AgentClient
@_exported import Foundation

/// What completion handlers of logins get: a dictionary with the keys of this module and nil, or nil and an `NSError`
/// of the domain ``AppExtensionErrorDomain``.
public typealias LoginHandler = @MainActor ([AnyHashable: Any]?, Error?) -> Void
/// What completion handlers of filling get: whether it was done, and if not an `NSError`.
public typealias SuccessHandler = @MainActor (Bool, Error?) -> Void
/// What completion handlers of reading a page get: the page, or an `NSError`.
public typealias ExtensionItemHandler = @MainActor (ExtensionItem?, Error?) -> Void
/// What completion handlers of picking an item get: what the page is to be filled with, or an `NSError`.
public typealias ReturnedItemsHandler = @MainActor ([Any]?, Error?) -> Void

/// The name under which apps for iOS know the class.
public typealias OnePasswordExtension = PasswordManagerExtension

/// Has the user's password manager find, make and change logins for this program, and fill its web pages.
///
/// Completion handlers run once, on the main queue; `async` functions give typed values, throw a
/// ``PasswordManagerError``, and take the sheet away when their task is cancelled. Each request has its own connection
/// and delays nothing else.
/// Specified in: Docs/app-extensions.md.
public final class PasswordManagerExtension: Sendable {
    /// The one that programs share. Can be called as well, since some call it `shared()`.
    public static let shared = PasswordManagerExtension()

    let environment: ManagerEnvironment
    let delivery: MainQueueDelivery

    /// Another one, which does the same.
    public convenience init() { self.init(environment: ManagerEnvironment()) }

    /// One of a test's.
    package init(environment: ManagerEnvironment, delivery: MainQueueDelivery = MainQueueDelivery()) {
        self.environment = environment
        self.delivery = delivery
    }

    /// The same as ``shared``.
    public static func sharedExtension() -> PasswordManagerExtension { shared }

    /// What makes `shared()` work.
    public func callAsFunction() -> PasswordManagerExtension { self }

    /// Whether a password manager is installed that could be asked. Starts none, and connects to none, to find out.
    public func isAppExtensionAvailable() -> Bool { InstalledManagers(environment).isAvailable }

    /// What the password manager that would be asked is called, for texts: the title in its manifest. Nil if there is none,
    /// and while nobody has chosen among several of which none is ours. It may have any letters that can be seen.
    public var passwordManagerTitle: String? { InstalledManagers(environment).title }
}

extension PasswordManagerExtension {
    /// Has work done, and the handler called with what comes of it.
    func start<Value: Sendable>(
        _ work: @escaping PendingAnswer<Value>.Work,
        _ handler: @escaping @Sendable @MainActor (Result<Value, PasswordManagerError>) -> Void
    ) {
        PendingAnswer<Value>().begin(work) { [delivery] outcome in
            delivery.deliver { handler(outcome) }
        }
    }

    /// The work of asking for a login.
    ///
    /// - Parameters:
    ///   - request: or why it is none.
    ///   - parent: what the program has given as `for:`.
    func login(
        _ request: Result<PasswordManagerRequest, PasswordManagerError>, for parent: Any?
    ) -> PendingAnswer<ReturnedLogin>.Work {
        let parent = parent as? any PresentationParent
        return { [environment] connection in
            switch request {
            case .failure(let error): return .failure(error)
            case .success(let request):
                let call = PasswordManagerCall(
                    environment: environment, request: request, parent: await ParentWindow(of: parent))
                return await call.answer(over: connection).flatMap { answer in
                    guard case .login(let login) = answer else { return .failure(.unreadableAnswer) }
                    return .success(login)
                }
            }
        }
    }

    /// The work of asking what to fill a page with.
    func plan(
        for page: ExtensionItem, showsOnlyLogins: Bool, _ parent: ParentWindow,
        over connection: PasswordManagerConnection
    ) async throws(PasswordManagerError) -> ReturnedItem {
        let request = try PasswordManagerRequest.fill(page, showsOnlyLogins: showsOnlyLogins)
        let call = PasswordManagerCall(environment: environment, request: request, parent: parent)
        guard case .plan(let plan) = try await call.answer(over: connection).get() else {
            throw PasswordManagerError.unreadableAnswer
        }
        return try ReturnedItem(checking: plan)
    }
}
