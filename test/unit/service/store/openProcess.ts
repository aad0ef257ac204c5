/** One of several processes that open the same stores at the same moment: each message is the folder of one. */
import { openStore } from '../../../../src/service/store/openStore.ts';

process.on('message', (folder: string) => {
  void openStore(folder)
    .then(store => store.close())
    .then(
      () => process.send?.('opened'),
      (error: unknown) => process.send?.(String(error)),
    );
});
process.send?.('ready');
