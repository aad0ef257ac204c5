/** Runs every check and test, three at a time, with one build for all. */
import { endOnSignal, runParts, type Part } from './parts.ts';

const npm = process.env['npm_execpath'];
if (npm === undefined) throw new Error('Run npm test.');
const script = (name: string, command: string): Part => ({ name, args: [npm, 'run', '--silent', command] });
const inTheGaps = (name: string, command: string): Part => ({ ...script(name, command), givesWay: true });

// The longest come first. A window of VS Code waits more than it works: what goes on beside it must not make it wait longer.
const parts: readonly Part[] = [
  script('build and package', 'package'),
  inTheGaps('unit tests', 'test:unit'),
  { name: 'integration tests', args: ['test/integration/run.ts'], after: 'build and package' },
  { name: 'UI tests', args: ['test/ui/run.ts'], after: 'build and package' },
  inTheGaps('lint', 'lint'),
];

endOnSignal();
const isGood = await runParts(parts, 3, output => process.stdout.write(output));
process.exitCode = isGood ? 0 : 1;
