/** Runs every check and test, three at a time, with one build for all. */
import { runParts, type Part } from './parts.ts';

const npm = process.env['npm_execpath'];
if (npm === undefined) throw new Error('Run npm test.');
const script = (name: string, command: string): Part => ({ name, args: [npm, 'run', '--silent', command] });

// The longest come first. A window of VS Code waits more than it works, so there is always something to do beside it.
const parts: readonly Part[] = [
  script('build and package', 'package'),
  script('unit tests', 'test:unit'),
  { name: 'integration tests', args: ['test/integration/run.ts'], after: 'build and package' },
  { name: 'UI tests', args: ['test/ui/run.ts'], after: 'build and package' },
  script('type check', 'typecheck'),
  script('lint', 'lint'),
];

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
const isGood = await runParts(parts, 3, output => process.stdout.write(output));
process.exitCode = isGood ? 0 : 1;
