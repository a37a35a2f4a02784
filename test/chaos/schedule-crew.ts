import { join } from "node:path";
import { startStepwright } from "#test/stepwright-command.ts";

type Hand = Awaited<ReturnType<typeof startStepwright>>;

/** Workers of the product itself, each a process that may be killed at any moment. */
export function scheduleCrew(url: string, folder: string) {
  const alive: Hand[] = [];
  let count = 0;

  return {
    /** Starts a worker and waits until it is ready; `options` are those of Node. */
    join: async (options = ""): Promise<void> => {
      count += 1;
      const environment = {
        DATABASE_URL: url,
        DATA_DIR: join(folder, `worker-${count}`),
        MODEL: "builtin",
        LOG_LEVEL: "warn",
        ...(options !== "" && { NODE_OPTIONS: options }),
      };
      alive.push(await startStepwright(["worker"], environment, /worker is ready/));
    },
    /** Ends one of them without a word: `share` from 0 to 1 says which. */
    kill: async (share: number): Promise<void> => {
      const [victim] = alive.splice(Math.floor(share * alive.length), 1);
      await victim?.stop("SIGKILL");
    },
    /** What they said of errors. */
    said: (): string => alive.map((hand) => hand.said()).join("\n"),
    dismiss: async (): Promise<void> => {
      await Promise.all(alive.splice(0).map((hand) => hand.stop("SIGKILL")));
    },
  };
}
