import { createServer } from 'node:http';
import { readConfig } from './config.ts';
import { connect } from './database.ts';
import { OrderService } from './orders/orderService.ts';
import { OrderStore } from './orders/orderStore.ts';
import { PaymentGateway } from './payments/paymentGateway.ts';
import { answer } from './routes.ts';
import { Stock } from './stock.ts';

const config = readConfig(process.env);
const database = await connect(config.databaseUrl);
const orders = new OrderService(
  new OrderStore(database),
  new PaymentGateway(config.paymentUrl),
  new Stock(database),
);

createServer(async (request, response) => {
  try {
    const { status, body } = await answer(request, orders);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  } catch (error) {
    console.error(error);
    response.writeHead(500).end();
  }
}).listen(config.port);
