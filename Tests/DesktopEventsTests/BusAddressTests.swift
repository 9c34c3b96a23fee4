import Testing

@testable import DesktopEvents

@Suite struct BusAddressTests {
    @Test func environmentNamesTheBuses() {
        let environment = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/a", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/b"]
        #expect(BusAddress.system(environment) == "unix:path=/a")
        #expect(BusAddress.session(environment) == "unix:path=/b")
    }

    @Test func standardPlacesAreUsedWithoutEnvironment() {
        #expect(BusAddress.system([:]) == "unix:path=/run/dbus/system_bus_socket")
        #expect(BusAddress.session(["XDG_RUNTIME_DIR": "/run/user/1000"]) == "unix:path=/run/user/1000/bus")
        #expect(BusAddress.session(["DBUS_SESSION_BUS_ADDRESS": ""]) == nil)
    }

    @Test func directoryNameCannotAddToTheAddress() {
        let address = BusAddress.session(["XDG_RUNTIME_DIR": "/tmp/a,b;tcp:é\n"])
        #expect(address == "unix:path=/tmp/a%2cb%3btcp%3a%c3%a9%0a/bus")
    }

    @Test(arguments: [
        ("unix:path=/a", true), ("unix:path=/a;unix:abstract=b", true), ("", false), ("unixexec:path=/bin/sh", false),
        ("unix:path=/a;tcp:host=localhost,port=1", false), ("autolaunch:", false), (";unix:path=/a", false),
    ])
    func onlyLocalSocketsAreBuses(address: String, isLocal: Bool) {
        #expect(BusAddress.isLocal(address) == isLocal)
    }

    @Test func socketsAreFoundWhereTheyLie() {
        let address = "unix:path=/a%2cb,guid=0;unix:abstract=c;unix:guid=1,path=/d"
        #expect(BusAddress.socketPaths(address) == ["/a,b", "/d"])
    }
}
