/** Runs every check and test, two at a time, with one build for all. */
import { runParts, type Part } from './parts.ts';

const npm = process.env['npm_execpath'];
if (npm === undefined) throw new Error('Run npm test.');
const script = (name: string, command: string): Part => ({ name, args: [npm, 'run', '--silent', command] });

// The longest come first; a window of VS Code is beside what needs less of the processor.
const parts: readonly Part[] = [
  script('build and package', 'package'),
  script('unit tests', 'test:unit'),
  { name: 'integration tests', args: ['test/integration/run.ts'], after: 'build and package' },
  { name: 'UI tests', args: ['test/ui/run.ts'], after: 'build and package' },
  script('lint', 'lint'),
  script('type check', 'typecheck'),
];

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
const isGood = await runParts(parts, 2, output => process.stdout.write(output));
process.exitCode = isGood ? 0 : 1;
