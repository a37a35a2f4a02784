import { startPostgres } from "#test/postgres-server.ts";
import { startSmtpServer } from "#test/senders/smtp-world.ts";
import { startLedger } from "./ledger.ts";
import { startNewspapers } from "./newspapers.ts";
import { createOrdersDatabase } from "./orders-database.ts";
import { startTeamChannel } from "./team-channel.ts";
import { startTickets } from "./tickets.ts";

export const LEDGER_TOKEN = "ledger-token-5f2c91d8e7";
export const TICKETS_TOKEN = "tickets-token-a83b06c4f1";

/** The outside services of the three plans, each a real server of its protocol on the loopback. */
export async function startStandIns() {
  const postgres = await startPostgres();
  const [newspapers, mail, ledger, tickets, teamChannel, databaseUrl] = await Promise.all([
    startNewspapers(),
    startSmtpServer(),
    startLedger(LEDGER_TOKEN),
    startTickets(TICKETS_TOKEN),
    startTeamChannel(),
    createOrdersDatabase(postgres),
  ]);
  const secrets = {
    LEDGER_TOKEN,
    TICKETS_TOKEN,
    TEAM_HOOK: teamChannel.hookUrl,
    INVOICES_DATABASE: databaseUrl,
  };
  return {
    newspapers,
    mail,
    ledger,
    tickets,
    teamChannel,
    secrets,
    settings: {
      EGRESS_ALLOW: "127.0.0.1/32",
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      SMTP_FROM: "Stepwright <stepwright@example.com>",
    },
    close: async () => {
      await Promise.all([newspapers, mail, ledger, tickets, teamChannel].map((server) => server.close()));
      await postgres.stop();
    },
  };
}
