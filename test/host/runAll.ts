/** Runs every check and test side by side, with one build for all. */
import { endOnSignal, runParts, type Part } from './parts.ts';

const npm = process.env['npm_execpath'];
if (npm === undefined) throw new Error('Run npm test.');
const script = (name: string, command: string): Part => ({ name, args: [npm, 'run', '--silent', command] });
const inTheGaps = (name: string, command: string): Part => ({ ...script(name, command), givesWay: true });

// The windows of VS Code take the longest and wait more than they work: the rest goes on in their gaps, and from the start.
const parts: readonly Part[] = [
  script('build and package', 'package'),
  inTheGaps('unit tests', 'test:unit'),
  { name: 'integration tests', args: ['test/integration/run.ts'], after: 'build and package' },
  { name: 'UI tests', args: ['test/ui/run.ts'], after: 'build and package' },
  inTheGaps('lint', 'lint'),
];

// Collecting garbage is nearly half of what the lint that knows types takes of the processor, and a sixth of what esbuild
// takes; both are written in Go.
process.env['GOGC'] ??= 'off';
process.env['GOMEMLIMIT'] ??= '3GiB';
// Of the four type checkers of that lint, each then lints the files that it has checked: else most files are resolved twice.
process.env['OXLINT_TSGOLINT_CHECKER_SCHEDULING'] ??= 'affinity';
endOnSignal();
const isGood = await runParts(parts, 4, output => process.stdout.write(output));
process.exitCode = isGood ? 0 : 1;
