"""For tests: standard input and output as a connection. relay.py PORT"""
import os, socket, sys, threading

peer = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def send():
    while data := os.read(0, 65536):
        peer.sendall(data)
    peer.shutdown(socket.SHUT_WR)


threading.Thread(target=send, daemon=True).start()
while data := peer.recv(65536):
    os.write(1, data)
