import DBus
import Testing

@Suite struct BusAddressTests {
    private static func session(_ environment: [String: String]) -> String? {
        BusAddress.session { environment[$0] }?.address
    }

    @Test func environmentNamesTheBuses() {
        let environment = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/a", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/b"]
        #expect(BusAddress.system { environment[$0] }.address == "unix:path=/a")
        #expect(BusAddress.session { environment[$0] }?.address == "unix:path=/b")
    }

    @Test func standardPlacesAreUsedWithoutEnvironment() {
        #expect(BusAddress.system { _ in nil }.address == "unix:path=/run/dbus/system_bus_socket")
        #expect(Self.session(["XDG_RUNTIME_DIR": "/run/user/1000"]) == "unix:path=/run/user/1000/bus")
        #expect(Self.session(["DBUS_SESSION_BUS_ADDRESS": ""]) == nil)
    }

    @Test func directoryNameCannotAddToTheAddress() {
        let address = Self.session(["XDG_RUNTIME_DIR": "/tmp/a,b;tcp:é\n"])
        #expect(address == "unix:path=/tmp/a%2cb%3btcp%3a%c3%a9%0a/bus")
    }

    @Test(arguments: [
        ("unix:path=/a", true), ("unix:path=/a;unix:abstract=b", true), ("", false), ("unixexec:path=/bin/sh", false),
        ("unix:path=/a;tcp:host=localhost,port=1", false), ("autolaunch:", false), (";unix:path=/a", false),
    ])
    func onlyLocalSocketsAreBuses(address: String, isLocal: Bool) {
        #expect(BusAddress(address).isLocal == isLocal)
    }

    @Test func socketsAreFoundWhereTheyLie() {
        let address = "unix:path=/a%2cb,guid=0;unix:abstract=c;unix:guid=1,path=/d"
        #expect(BusAddress(address).socketPaths == ["/a,b", "/d"])
    }
}
