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
import { createLog } from "./log.ts";
import { createMetrics } from "./metrics/create-metrics.ts";
import { createSenders } from "./senders/create-senders.ts";
import { readFigures } from "./services/read-figures.ts";
import { readPrices } from "./services/read-prices.ts";
import { readToolPolicies } from "./services/read-tool-policies.ts";
import { SETTINGS_CHANNEL } from "./services/update-settings.ts";
import { createSealing } from "./sealing.ts";
import { withToolPolicies } from "./tool-policies.ts";
import { createToolCatalogue } from "./tools/catalogue.ts";

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
  const log = createLog(config);
  const { boss, queue, close: closeBoss } = await openBoss(database, log);
  opened.defer(() => closeBoss());

  const readSettings = () => Promise.all([readToolPolicies(database.db), readPrices(database.db)]);
  let [policies, prices] = await readSettings();
  const stopListening = await database.listen(SETTINGS_CHANNEL, () => {
    readSettings().then(
      (read) => {
        [policies, prices] = read;
      },
      (error: unknown) => log.error({ err: error }, "settings could not be read again"),
    );
  });
  opened.defer(() => stopListening());

  const ctx: Context = {
    config,
    db: database.db,
    database,
    now: () => new Date(),
    newId,
    queue,
    tools: withToolPolicies(createToolCatalogue(config), () => policies),
    models: createModels(config, createBuiltinPlanner(answerApart)),
    sealing: createSealing(config),
    senders: createSenders(config),
    metrics: createMetrics({ figures: () => readFigures(database.db), prices: () => prices }),
    log,
  };
  const stack = opened.move();
  return { ctx, boss, close: () => stack.disposeAsync() };
}
