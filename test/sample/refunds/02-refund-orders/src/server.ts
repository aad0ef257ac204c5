import { createServer } from 'node:http';
import { readConfig } from './config.ts';
import { connect } from './database.ts';
import { OrderService } from './orders/orderService.ts';
import { OrderStore } from './orders/orderStore.ts';
import { PaymentGateway } from './payments/paymentGateway.ts';
import { RefundService } from './refunds/refundService.ts';
import { RefundStore } from './refunds/refundStore.ts';
import { answer } from './routes.ts';
import { Stock } from './stock.ts';

const config = readConfig(process.env);
const database = await connect(config.databaseUrl);
const orderStore = new OrderStore(database);
const payments = new PaymentGateway(config.paymentUrl);
const stock = new Stock(database);
const orders = new OrderService(orderStore, payments, stock);
const refunds = new RefundService(orderStore, payments, new RefundStore(database), stock);

createServer(async (request, response) => {
  try {
    const { status, body } = await answer(request, orders, refunds);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  } catch (error) {
    console.error(error);
    response.writeHead(500).end();
  }
}).listen(config.port);
