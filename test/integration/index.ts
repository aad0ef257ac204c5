import './host/toldLogs.ts';
import { globSync } from 'node:fs';
import path from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';
import CountingReporter from '../host/countingReporter.ts';
import { KeyWatch } from '../host/keys/keyWatch.ts';
import { print } from '../host/vscode/print.ts';

/** Runs the suite inside the extension host, which calls this; rejects where a test fails. */
export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true);
  Mocha.reporters.Base.consoleLog = (...message: unknown[]) => print(format(...message));
  const { TEST_RESULTS: results, TEST_GREP: grep, TEST_FILES: files = '' } = process.env;
  const mocha = new Mocha({
    ui: 'bdd',
    color: false,
    timeout: 180_000,
    forbidOnly: true,
    reporter: CountingReporter,
    reporterOptions: { results },
    ...(grep === undefined ? {} : { grep }),
  });
  mocha.rootHooks(KeyWatch.start(true).hooks());
  for (const file of globSync(files, { cwd: __dirname }).sort()) mocha.addFile(path.join(__dirname, file));
  await new Promise<void>((resolve, reject) => {
    mocha.run(failures => {
      if (failures === 0) resolve();
      else reject(new Error(`${failures} of the integration tests failed.`));
    });
  });
}
