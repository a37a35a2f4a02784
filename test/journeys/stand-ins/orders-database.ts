import pg from "pg";
import type { PostgresServer } from "#test/postgres-server.ts";

/** What was ordered, in a database of its own, with a role that may only read it. */
export async function createOrdersDatabase(server: PostgresServer) {
  const ownerUrl = await server.createDatabase();
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(`
    create table invoices (number text primary key, supplier text not null, amount numeric(10, 2) not null, paid boolean not null);
    insert into invoices values
      ('R-101', 'Miller', 120.50, false), ('R-102', 'Ash & Son', 80.00, false),
      ('R-103', 'Brook', 44.90, true), ('R-104', 'Miller', 900.00, false);
    create role bookkeeper login password 'reads-only-4711';
    grant select on invoices to bookkeeper;
  `);
  await owner.end();
  const url = new URL(ownerUrl);
  url.username = "bookkeeper";
  url.password = "reads-only-4711";
  return url.href;
}

/** Two that are right, one that is paid already, one whose amount is another, one that nobody knows. */
export const INVOICES_CSV = `number,supplier,amount
R-101,Miller,120.50
R-102,Ash & Son,80.00
R-103,Brook,44.90
R-104,Miller,990.00
R-999,Nobody,15.00
`;
