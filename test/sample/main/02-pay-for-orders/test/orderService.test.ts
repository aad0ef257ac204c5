import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Order } from '../src/orders/order.ts';
import { OrderService } from '../src/orders/orderService.ts';
import { OrderStore } from '../src/orders/orderStore.ts';
import { PaymentGateway } from '../src/payments/paymentGateway.ts';
import { Stock } from '../src/stock.ts';

const order: Order = {
  id: 'o-1',
  customerId: 'c-1',
  status: 'open',
  lines: [{ sku: 'mug', quantity: 2, unitPrice: { amount: 1250, currency: 'EUR' } }],
};

describe('placing an order', () => {
  it('takes the goods, charges the total and keeps the order as paid', async () => {
    const sql: string[] = [];
    const bodies: unknown[] = [];
    const database = {
      query: async (text: string) => {
        sql.push(text);
        return [{ pieces: 3 }];
      },
    };
    const payments = new PaymentGateway('https://pay.test', async (_url, init) => {
      bodies.push(JSON.parse(String(init?.body)));
      return Response.json({ id: 'p-1' });
    });
    const service = new OrderService(new OrderStore(database), payments, new Stock(database));

    assert.equal((await service.place(order)).status, 'paid');
    assert.deepEqual(bodies, [{ customer: 'c-1', amount: 2500, currency: 'EUR' }]);
    assert.equal(sql.filter(text => text.startsWith('UPDATE stock')).length, 1);
  });
});
