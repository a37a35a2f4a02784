import { resolve } from "node:path";
import type { Database } from "#db/client.ts";
import { openPglite } from "#db/pglite.ts";
import { openPostgres } from "#db/postgres.ts";
import { createBuiltinPlanner } from "./agent/builtin/model.ts";
import { answerApart } from "./agent/builtin/planner-process.ts";
import { createModels } from "./agent/models.ts";
import type { Config } from "./config.ts";
import type { Context } from "./context.ts";
import { type OpenBoss, openBoss } from "./engine/boss.ts";
import { newId } from "./ids.ts";
import { ok } from "./core/result.ts";
import { createLog } from "./log.ts";
import { createMetrics } from "./metrics/create-metrics.ts";
import { createSenders } from "./senders/create-senders.ts";
import { readFigures } from "./services/read-figures.ts";
import { readPrices } from "./services/read-prices.ts";
import { readToolPolicies } from "./services/read-tool-policies.ts";
import { SETTINGS_CHANNEL } from "./services/update-settings.ts";
import { createSealing } from "./sealing.ts";
import { longSecretValues } from "./secret-values.ts";
import { recordOffer, TOOL_SERVERS_CHANNEL } from "./services/record-offer.ts";
import { openSecretStore, SECRETS_CHANNEL } from "./services/secret-store.ts";
import { withToolPolicies } from "./tool-policies.ts";
import { addOwnDoor } from "./tools/own-doors.ts";
import { openTools } from "./open-tools.ts";
import { createToolServerClient } from "./tools/servers/create-client.ts";

export type OpenContext = { ctx: Context; boss: OpenBoss["boss"]; close: () => Promise<void> };

/** The database that the settings name, with its schema up to date. */
function openDatabase(config: Config): Promise<Database> {
  return config.databaseUrl === null ? openPglite(config.dataDir) : openPostgres(config.databaseUrl);
}

/** Opens everything that the settings name. What was opened is closed again when a part of it fails. */
export async function createContext(given: Config, open = openDatabase): Promise<OpenContext> {
  const config = { ...given, dataDir: resolve(given.dataDir) };
  await using opened = new AsyncDisposableStack();

  const database = await open(config);
  opened.defer(() => database.close());
  let log: Context["log"] | null = null;
  const sealing = createSealing(config);
  const secrets = await openSecretStore({
    db: database.db,
    sealing,
    own: longSecretValues(config),
    log: () => log,
  });
  log = createLog(config, (line) => secrets.redactText(line));
  const report = reporter(log);
  const { boss, queue, close: closeBoss } = await openBoss(database, log);
  opened.defer(() => closeBoss());

  // Where a worker runs beside the web process.
  opened.defer(addOwnDoor(config.port));
  const toolServers = createToolServerClient({
    egressAllow: config.egressAllow,
    dataDir: config.dataDir,
    ...(config.searchPath !== null && { searchPath: config.searchPath }),
    log,
    hide: (text, cut = []) => secrets.redactCutText(text, cut),
    redact: (value) => secrets.redact(value),
    onOffer: (serverId, offer) =>
      report("an offer of tools", recordOffer({ db: database.db, now }, serverId, ok(offer))),
  });
  opened.defer(() => toolServers.close());
  const tools = await openTools({ config, database, secrets, client: toolServers });

  const readSettings = () => Promise.all([readToolPolicies(database.db), readPrices(database.db)]);
  let [policies, prices] = await readSettings();
  const onSettings = async () => {
    [policies, prices] = await readSettings();
    await tools.reload();
  };
  for (const [channel, what, read] of [
    [SETTINGS_CHANNEL, "settings", onSettings],
    [SECRETS_CHANNEL, "secrets", secrets.reload],
    [TOOL_SERVERS_CHANNEL, "tool servers", tools.reload],
  ] as const) {
    const stopListening = await database.listen(channel, () => report(what, read()));
    opened.defer(() => stopListening());
  }

  const ctx: Context = {
    config,
    db: database.db,
    database,
    now,
    newId,
    queue,
    tools: withToolPolicies(tools.catalogue, () => policies),
    reloadTools: tools.reload,
    toolServers,
    models: createModels(config, createBuiltinPlanner(answerApart)),
    sealing,
    secrets,
    senders: createSenders(config),
    metrics: createMetrics({ figures: () => readFigures(database.db), prices: () => prices }),
    log,
  };
  const stack = opened.move();
  return { ctx, boss, close: () => stack.disposeAsync() };
}

const now = () => new Date();

/** Says in the log when something that nobody waits for could not be done. */
function reporter(log: Context["log"]) {
  return (what: string, work: Promise<unknown>): void => {
    work.catch((error: unknown) => log.error({ err: error }, `${what} could not be taken up`));
  };
}
