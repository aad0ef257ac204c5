import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Order } from '../src/orders/order.ts';
import { OrderStore } from '../src/orders/orderStore.ts';
import { PaymentGateway } from '../src/payments/paymentGateway.ts';
import { RefundError, type Refund } from '../src/refunds/refund.ts';
import { RefundService } from '../src/refunds/refundService.ts';
import { RefundStore } from '../src/refunds/refundStore.ts';
import { Stock } from '../src/stock.ts';

const order: Order = {
  id: 'o-1',
  customerId: 'c-1',
  status: 'shipped',
  lines: [{ sku: 'mug', quantity: 2, unitPrice: { amount: 1250, currency: 'EUR' } }],
};
const refund: Refund = {
  orderId: 'o-1',
  money: { amount: 2500, currency: 'EUR' },
  reason: 'damaged',
  returned: ['mug'],
};

function serviceFor(found: Order | undefined, bodies: unknown[] = []): RefundService {
  const database = { query: async () => (found === undefined ? [] : [{ body: found }]) };
  const payments = new PaymentGateway('https://pay.test', async (_url, init) => {
    bodies.push(JSON.parse(String(init?.body)));
    return Response.json({ id: 'r-1' });
  });
  return new RefundService(new OrderStore(database), payments, new RefundStore(database), new Stock(database));
}

describe('refunding an order', () => {
  it.only('pays back less the handling fee', async () => {
    const bodies: unknown[] = [];
    const refunded = await serviceFor(order, bodies).refund(refund);
    assert.equal(refunded.status, 'refunded');
    assert.deepEqual(bodies, [{ customer: 'c-1', amount: 2375, currency: 'EUR' }]);
  });

  it('refuses more than the order cost', async () => {
    const tooMuch = { ...refund, money: { amount: 2501, currency: 'EUR' } };
    await assert.rejects(serviceFor(order).refund(tooMuch), RefundError);
  });

  it('refuses an order that is not there', async () => {
    await assert.rejects(serviceFor(undefined).refund(refund), RefundError);
  });
});
