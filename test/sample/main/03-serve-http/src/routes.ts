import type { IncomingMessage } from 'node:http';
import type { Order } from './orders/order.ts';
import type { OrderService } from './orders/orderService.ts';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const notFound: Answer = { status: 404, body: { error: 'There is no such page.' } };

export async function answer(request: IncomingMessage, orders: OrderService): Promise<Answer> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const [, collection, id] = pathname.split('/');
  if (collection !== 'orders') return notFound;
  if (request.method === 'POST' && id === undefined) {
    return { status: 201, body: await orders.place((await readJson(request)) as Order) };
  }
  if (request.method === 'GET' && id !== undefined) {
    const order = await orders.find(id);
    return order === undefined ? notFound : { status: 200, body: order };
  }
  return notFound;
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
