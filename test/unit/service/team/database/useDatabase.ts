/** Has a database made for a test, tells of it and the server's data folder, and waits to be killed. */
import path from 'node:path';
import pg from 'pg';
import { testDatabase } from '../../../../host/postgres/database.ts';

const { url } = await testDatabase();
const client = new pg.Client({ connectionString: url });
await client.connect();
const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
process.send?.({ url, folder: path.dirname(rows[0]?.data_directory ?? '') });
