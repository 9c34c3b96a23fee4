import Foundation
import XCTest

/// What Foundation has on Apple's systems only.
final class MapTableTests: XCTestCase {
    private final class Value {}

    func testEqualKeysHaveTheSameValue() {
        let table = NSMapTable<NSString, Value>.strongToStrongObjects()
        let value = Value()
        table.setObject(value, forKey: NSString(string: "kim"))
        XCTAssertTrue(table.object(forKey: NSString(string: "kim")) === value)
        table.setObject(Value(), forKey: NSString(string: "kim"))
        XCTAssertFalse(table.object(forKey: NSString(string: "kim")) === value)
        XCTAssertEqual(table.count, 1)
        table.removeObject(forKey: "kim")
        XCTAssertEqual(table.count, 0)
    }

    func testWeakValuesGo() {
        let table = NSMapTable<NSString, Value>.strongToWeakObjects()
        var value: Value? = Value()
        table.setObject(value, forKey: "kim")
        XCTAssertEqual(table.count, 1)
        value = nil
        XCTAssertNil(table.object(forKey: "kim"))
        XCTAssertEqual(table.count, 0)
    }

    func testWeakKeysGo() {
        let table = NSMapTable<Value, NSString>.weakToStrongObjects()
        var key: Value? = Value()
        table.setObject("kim", forKey: key)
        XCTAssertEqual(table.object(forKey: key), "kim")
        key = nil
        table.setObject("sam", forKey: Value())
        XCTAssertEqual(table.count, 0)
        XCTAssertNil(table.objectEnumerator())
    }
}
