/** What reading a review takes at least: the same query by the driver alone, behind Hono. `driverAlone.ts URL` */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import pg from 'pg';

const [, , url] = process.argv;
const pool = new pg.Pool({ connectionString: url, max: 10 });
const app = new Hono();
app.get('/v1/reviews/:id', async context => {
  const values = [context.req.param('id')];
  const { rows } = await pool.query<{ answer: string }>({
    name: 'review',
    text: 'SELECT answer FROM reviews WHERE id = $1',
    values,
  });
  return context.body(rows[0]?.answer ?? '', 200, { 'content-type': 'application/json' });
});
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  console.log(JSON.stringify({ msg: 'listening', port, pid: process.pid }));
});
