import NIOCore
import NIOPosix
import Security

let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
let status = try group.next().submit { errSecItemNotFound }.wait()
try group.syncShutdownGracefully()
print("swift-nio: \(ByteBuffer(integer: status).readableBytes == 4), \(status)")
