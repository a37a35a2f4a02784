import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { addOwnDoor } from "#server/tools/own-doors.ts";
import { CommandError } from "./command-error.ts";
import { serverUrl } from "./server-url.ts";

export type Fetch = Parameters<typeof createAdaptorServer>[0]["fetch"];
export type Listening = { url: string; close: (withinMs: number) => Promise<void> };

/** `setting` names the variable that the port came from, `PORT` when it is left out. */
type Address = { host: string; port: number; setting?: string };

/** Serves `fetch` on an address; port 0 takes a free one. */
export async function listen(fetch: Fetch, address: Address): Promise<Listening> {
  // Without `createServer` the adaptor makes a server of node:http.
  const server = createAdaptorServer({ fetch }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(new CommandError(reason(error, address), { cause: error })),
    );
    server.listen(address.port, address.host, resolve);
  });

  const { port } = server.address() as AddressInfo;
  const forget = addOwnDoor(port);
  return {
    url: serverUrl(address.host, port),
    close: (withinMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), withinMs);
        server.close(() => {
          forget();
          clearTimeout(timer);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

function reason(error: NodeJS.ErrnoException, { host, port, setting = "PORT" }: Address): string {
  switch (error.code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is in use by another program. Stop that one, or set ${setting} to another number.`;
    case "EACCES":
      return `Port ${port} needs rights that this user does not have. Set ${setting} to a number above 1023.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `HOST is "${host}", which is not an address of this machine. Leave it at 127.0.0.1, or use 0.0.0.0 for all.`;
    default:
      return `Port ${port} on ${host} cannot be opened: ${error.message}.`;
  }
}
