/**
 * Stands in for the desktop VS Code's executable: opens the folder it is given in the VS Code server, runs the module of
 * `--extensionTestsPath` beside the extension of the first `--extensionDevelopmentPath` there, prints what they print and
 * exits with their code. A page takes one extension in development: further ones are installed. The other arguments of `runTests` are for the desktop alone.
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { KeyWatch } from '../keys/keyWatch.ts';
import { markVariable } from './print.ts';
import { VSCodeHost } from './vscodeHost.ts';

const { values, positionals } = parseArgs({
  options: {
    extensionDevelopmentPath: { type: 'string', multiple: true },
    extensionTestsPath: { type: 'string' },
    'disable-workspace-trust': { type: 'boolean' },
  },
  allowPositionals: true,
  strict: false,
});
const { extensionDevelopmentPath: extensions, extensionTestsPath: testsModule } = values;
const [extension, ...others] = isTexts(extensions) ? extensions : [];
const folder = positionals[0];
if (extension === undefined || typeof testsModule !== 'string' || folder === undefined) {
  throw new Error('A folder, --extensionDevelopmentPath and --extensionTestsPath are needed.');
}

const interrupted = new Promise<number>(resolve => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve(130));
});
// Only what the tests print is shown; the rest is the workbench's own, and told if it hides why nothing ran.
const mark = randomUUID();
process.env[markVariable] = mark;
const watch = KeyWatch.start(true);
const host = await VSCodeHost.start({
  development: true,
  lean: true,
  extensions: others,
  settings: { 'security.workspace.trust.enabled': values['disable-workspace-trust'] !== true },
});
try {
  const noise: string[] = [];
  const said = { anything: false };
  const window = await host.openWindow({
    folder,
    development: { extension, testsModule },
    onLog: line => {
      if (line.startsWith(mark)) {
        said.anything = true;
        process.stdout.write(`${line.slice(mark.length)}\n`);
      } else noise.push(line);
    },
  });
  // Nobody looks at it, and the browser draws nothing of what cannot be seen.
  await window.page.addStyleTag({ content: 'html { opacity: 0 }' });
  const code = await Promise.race([window.exit, interrupted]);
  if (code === 1 && !said.anything) process.stderr.write(`${noise.join('\n')}\n`);
  process.exitCode = code;
} finally {
  await host.dispose();
}
watch.assertNone();

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(each => typeof each === 'string');
}
