import type { IncomingMessage } from 'node:http';
import type { Order } from './orders/order.ts';
import type { OrderService } from './orders/orderService.ts';
import type { Refund } from './refunds/refund.ts';
import type { RefundService } from './refunds/refundService.ts';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const notFound: Answer = { status: 404, body: { error: 'There is no such page.' } };

export async function answer(
  request: IncomingMessage,
  orders: OrderService,
  refunds: RefundService,
): Promise<Answer> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const [, collection, id] = pathname.split('/');
  if (collection === 'refunds' && request.method === 'POST') {
    return { status: 201, body: await refunds.refund((await readJson(request)) as Refund) };
  }
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
