/** Asks for permits as fast as it can when it is told, and tells how many requests were granted. */
import { admitFrom } from '../../../../../src/service/team/database/admit.ts';
import { openDatabase } from '../../../../../src/service/team/database/openDatabase.ts';

interface Order {
  readonly url: string;
  readonly key: string;
  readonly requests: number;
}

const atOnce = 20;

async function run({ url, key, requests }: Order): Promise<void> {
  const { pool, close } = openDatabase({ url, connections: 4, name: 'test', onError: () => undefined });
  const admit = admitFrom({ pool, onError: () => undefined });
  let left = requests;
  let granted = 0;
  const ask = async (): Promise<void> => {
    while (left-- > 0) if ((await admit(key, true))?.granted === true) granted++;
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
  await close();
  process.send?.({ granted });
}

process.once('message', (order: Order) => void run(order));
process.send?.('ready');
