/** The service's process: for the extension that started it, else for the command line. */
import path from 'node:path';
import { runCommandLine } from './commandLine.ts';
import { serveParent } from './ipc.ts';

const [, program = '', ...args] = process.argv;
// The engine's bundle lies beside this one; run from source, its program lies in its folder.
const engine = path.join(path.dirname(program), program.endsWith('.ts') ? 'engine/main.ts' : 'engine.js');

if (process.send !== undefined && args.length === 0) serveParent(engine);
else void runCommandLine(args, engine);
