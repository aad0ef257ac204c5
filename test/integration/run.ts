/** Runs test/integration inside a real VS Code on a fresh sample repository. An argument limits it to matching names. */
import { globSync } from 'node:fs';
import { cp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { TestRunFailedError, runTests } from '@vscode/test-electron';
import { bundleForHost } from '../host/programs/bundle.ts';
import { cacheFolder, root } from '../host/cache.ts';
import { CertificateAuthority } from '../host/network/certificateAuthority.ts';
import { hermeticGit } from '../host/git/git.ts';
import { KeyWatch } from '../host/keys/keyWatch.ts';
import { createSample } from '../host/start/sample.ts';
import { temporaryFolderOfRun } from '../host/temporaryFolder.ts';

// What Node compiles is kept for the processes of the windows and the next run.
process.env['NODE_COMPILE_CACHE'] ??= path.join(cacheFolder, 'compiled');
const bundles = await bundleForHost('integration', [
  'test/integration/index.ts',
  ...globSync('test/integration/**/*.test.ts', { cwd: root }),
]);
const modelProvider = 'test/integration/models/provider';
const models = await bundleForHost('modelProvider', [`${modelProvider}/extension.ts`]);
await cp(path.join(root, modelProvider, 'manifest.json'), path.join(models, 'package.json'));
const folder = temporaryFolderOfRun('integration');
const watch = KeyWatch.start();
const grep = process.argv[2];
// A desktop VS Code where one is named, by its executable or by a version to download, or where the one from npm cannot
// stand in for it: that is a shell script which starts a VS Code server and the Chromium from npm, both for Linux.
const { VSCODE_EXECUTABLE: executable, VSCODE_VERSION: version } = process.env;
const standIn = version === undefined && process.platform === 'linux';
const vscodeExecutablePath =
  executable ?? (standIn ? path.join(root, 'test/host/vscode/vscode-executable') : undefined);
const window = {
  ...(vscodeExecutablePath === undefined ? {} : { vscodeExecutablePath }),
  ...(version === undefined ? {} : { version }),
};
try {
  const sample = await createSample(folder);
  const { certificate } = CertificateAuthority.create('Private Authority');
  const { NODE_EXTRA_CA_CERTS: others } = process.env;
  const trusted = path.join(folder, 'authorities.pem');
  await writeFile(trusted, (others === undefined ? '' : `${await readFile(others, 'utf8')}\n`) + certificate.cert);
  const link = path.join(folder, 'linked orders');
  await symlink(sample.workspace, link, 'junction');
  const windows = [
    { name: '', tests: '{*,models/*,services/*}.test.js', workspace: sample.workspace },
    { name: 'linked', tests: 'linked/*.test.js', workspace: link },
  ];
  for (const { name, tests, workspace } of windows) {
    await runTests({
      ...window,
      extensionDevelopmentPath: [root, models],
      extensionTestsPath: path.join(bundles, 'index.js'),
      launchArgs: [workspace],
      extensionTestsEnv: {
        ...hermeticGit,
        PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH'] ?? ''}`,
        SAMPLE: JSON.stringify({ ...sample, workspace }),
        // It is read when a process starts, so the window cannot be told of it later.
        NODE_EXTRA_CA_CERTS: trusted,
        AUTHORITY: JSON.stringify(certificate),
        CODE_REVIEW_HOME: path.join(folder, `user data${name}`),
        TEST_RESULTS: path.join(cacheFolder, `results/integration${name}.json`),
        TEST_FILES: tests,
        TEST_GREP: grep,
      },
    });
  }
} catch (error) {
  if (!(error instanceof TestRunFailedError)) throw error;
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
// A desktop VS Code has its profile there.
for (const name of ['results', 'user-data']) watch.lookBelow(path.join(cacheFolder, name));
watch.assertNone();
