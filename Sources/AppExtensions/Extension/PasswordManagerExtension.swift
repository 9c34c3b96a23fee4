import AgentClient
@_exported import Foundation

/// The completion handler of the login functions: receives a dictionary with the keys of this module and `nil`, or `nil` and an `NSError`
/// of the domain ``AppExtensionErrorDomain``.
public typealias LoginHandler = @MainActor ([AnyHashable: Any]?, Error?) -> Void
/// The completion handler of the filling functions: receives whether the page was filled, and if not an `NSError`.
public typealias SuccessHandler = @MainActor (Bool, Error?) -> Void
/// The completion handler for reading a page: receives the page, or an `NSError`.
public typealias ExtensionItemHandler = @MainActor (ExtensionItem?, Error?) -> Void
/// The completion handler for picking an item: receives the data to fill the page with, or an `NSError`.
public typealias ReturnedItemsHandler = @MainActor ([Any]?, Error?) -> Void

/// The name of the class in apps for iOS.
public typealias OnePasswordExtension = PasswordManagerExtension

/// A client of the user's password manager, which finds, creates and changes logins for this program, and fills its web pages.
///
/// Completion handlers run once, on the main queue; `async` functions return typed values, throw a ``PasswordManagerError``, and close the
/// sheet when their task is cancelled. Each request has its own connection and does not delay others.
/// Specified in: Docs/app-extensions.md.
public final class PasswordManagerExtension: Sendable {
    /// The shared instance. Can also be called, since some programs write `shared()`.
    public static let shared = PasswordManagerExtension()

    let environment: ManagerEnvironment
    let delivery: MainQueueDelivery

    /// Creates another instance with the same behaviour.
    public convenience init() { self.init(environment: ManagerEnvironment()) }

    /// Creates an instance for tests.
    package init(environment: ManagerEnvironment, delivery: MainQueueDelivery = MainQueueDelivery()) {
        self.environment = environment
        self.delivery = delivery
    }

    /// Returns ``shared``.
    public static func sharedExtension() -> PasswordManagerExtension { shared }

    /// Returns the instance itself, which makes `shared()` work.
    public func callAsFunction() -> PasswordManagerExtension { self }

    /// Whether a password manager is installed that could be asked. Checking starts none and connects to none.
    public func isAppExtensionAvailable() -> Bool { InstalledManagers(environment).isAvailable }

    /// The name of the password manager that would be asked, for display: the title in its manifest. `nil` if there is none, and if there
    /// are several without Chatelaine's own and the user has not chosen yet. It may contain any visible characters.
    public var passwordManagerTitle: String? { InstalledManagers(environment).title }
}

extension PasswordManagerExtension {
    /// Runs work, and calls the handler with the outcome.
    func start<Value: Sendable>(
        _ work: @escaping PendingAnswer<Value>.Work,
        _ handler: @escaping @Sendable @MainActor (Result<Value, PasswordManagerError>) -> Void
    ) {
        PendingAnswer<Value>().begin(work) { [delivery] outcome in
            delivery.deliver { handler(outcome) }
        }
    }

    /// Returns the work of requesting a login.
    ///
    /// - Parameters:
    ///   - request: the request, or the reason for which it is invalid.
    ///   - parent: the value that the program has passed as `for:`.
    func login(
        _ request: Result<ManagerRequest, PasswordManagerError>, for parent: Any?
    ) -> PendingAnswer<ReturnedLogin>.Work {
        let parent = parent as? any PresentationParent
        return { [environment] link in
            switch request {
            case .failure(let error): return .failure(error)
            case .success(let request):
                let call = PasswordManagerCall(
                    environment: environment, request: request, sheetParent: await SheetParent(of: parent))
                return await call.answer(over: link).flatMap { answer in
                    guard case .login(let login) = answer else { return .failure(.unreadableAnswer) }
                    return .success(login)
                }
            }
        }
    }

    /// Requests the data to fill a page with.
    func plan(
        for page: ExtensionItem, showsOnlyLogins: Bool, _ sheetParent: SheetParent, over link: PasswordManagerRequest
    ) async throws(PasswordManagerError) -> ReturnedItem {
        let request = try ManagerRequest.fill(page, showsOnlyLogins: showsOnlyLogins)
        let call = PasswordManagerCall(environment: environment, request: request, sheetParent: sheetParent)
        guard case .plan(let plan) = try await call.answer(over: link).get() else {
            throw PasswordManagerError.unreadableAnswer
        }
        return try ReturnedItem(checking: plan)
    }
}
