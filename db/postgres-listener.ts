import pg, { type Client, type PoolConfig } from "pg";

const RETRY_MS = 500;

type Receive = (payload: string) => void;

/**
 * One connection that listens. When it breaks it is opened again, and every receiver is called with an
 * empty payload, as notifications may have been lost meanwhile.
 */
export function postgresListener(settings: PoolConfig) {
  const channels = new Map<string, Set<Receive>>();
  let connection: Promise<Client> | null = null;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function connect(): Promise<Client> {
    const client = new pg.Client({ ...settings, keepAlive: true });
    client.on("error", () => {});
    client.on("notification", (note: { channel: string; payload?: string }) =>
      tell(channels.get(note.channel), note.payload ?? ""),
    );
    await client.connect();
    client.once("end", connectAgain);
    for (const channel of channels.keys()) await client.query(`listen ${quoted(channel)}`);
    return client;
  }

  function open(): Promise<Client> {
    connection ??= connect().catch((error: unknown) => {
      connection = null;
      throw error;
    });
    return connection;
  }

  function connectAgain(): void {
    connection = null;
    if (isClosed || channels.size === 0) return;
    retry = setTimeout(() => {
      open().then(() => {
        for (const receivers of channels.values()) tell(receivers, "");
      }, connectAgain);
    }, RETRY_MS);
  }

  return {
    async listen(channel: string, receive: Receive): Promise<() => Promise<void>> {
      const receivers = channels.get(channel);
      channels.set(channel, (receivers ?? new Set()).add(receive));
      try {
        const client = await open();
        if (receivers === undefined) await client.query(`listen ${quoted(channel)}`);
      } catch (error) {
        forget(channel, receive);
        throw error;
      }
      return async () => {
        const isLast = forget(channel, receive);
        const client = isLast ? await connection?.catch(() => null) : null;
        await client?.query(`unlisten ${quoted(channel)}`).catch(() => {});
      };
    },
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(retry);
      const client = await connection?.catch(() => null);
      await client?.end();
    },
  };

  function forget(channel: string, receive: Receive): boolean {
    const receivers = channels.get(channel);
    receivers?.delete(receive);
    if (receivers?.size !== 0) return false;
    return channels.delete(channel);
  }
}

function tell(receivers: ReadonlySet<Receive> | undefined, payload: string): void {
  for (const receive of receivers ?? []) receive(payload);
}

function quoted(channel: string): string {
  return `"${channel.replaceAll('"', '""')}"`;
}
