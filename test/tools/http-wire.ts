import { type Socket, createServer } from "node:net";
import type { AddressInfo } from "node:net";

/** A server that writes what it likes on the socket once a request came, beyond what node:http would send. */
export async function startWire(write: (socket: Socket, target: string, head: string) => void) {
  const sockets = new Set<Socket>();
  let received = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
    socket.once("data", (head) => {
      received += 1;
      const text = head.toString("latin1");
      write(socket, text.split(" ")[1] ?? "", text);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    count: () => received,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
