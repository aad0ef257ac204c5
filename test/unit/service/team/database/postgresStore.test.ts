import { migrate } from '../../../../../src/service/team/database/migrate.ts';
import { openDatabase } from '../../../../../src/service/team/database/openDatabase.ts';
import { PostgresStore } from '../../../../../src/service/team/database/postgresStore.ts';
import { defaultKeepDays } from '../../../../../src/service/store/store.ts';
import { serviceDatabase } from '../../../../host/postgres/database.ts';
import { storeContract } from '../../store/storeContract.ts';

describe('the store in Postgres', () => {
  storeContract(async () => {
    const { url, drop } = await serviceDatabase();
    return {
      open: async (keepDays = defaultKeepDays) => {
        const { database } = openDatabase({ url, connections: 4, name: 'test', onError: () => undefined });
        await migrate(database);
        return new PostgresStore(database, keepDays);
      },
      dispose: drop,
    };
  });
});
