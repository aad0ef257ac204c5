// Plays a tool: `emit.ts MODE [--fix] FILES`. It finds the word "bad" in the files that it is given.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [mode = '', ...rest] = process.argv.slice(2);
const isFix = rest.includes('--fix');
const files = rest.filter(each => !each.startsWith('--'));

interface Bad {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

function find(): Bad[] {
  return files.flatMap(file =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((text, index) => {
        const column = text.indexOf('bad') + 1;
        return column === 0 ? [] : [{ file, line: index + 1, column }];
      }),
  );
}

function sarif(found: readonly Bad[]): object {
  const results = found.map(({ file, line, column }) => ({
    ruleId: 'no-bad',
    level: 'error',
    message: { text: `Bad in ${file}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: pathToFileURL(path.resolve(file)).href },
          region: { startLine: line, startColumn: column, endColumn: column + 3 },
        },
      },
    ],
  }));
  return { version: '2.1.0', runs: [{ tool: { driver: { name: 'emit' } }, results }] };
}

function rdjson(found: readonly Bad[]): object[] {
  return found.map(({ file, line, column }) => ({
    message: 'Bad',
    code: { value: 'no-bad' },
    location: { path: file, range: { start: { line, column }, end: { line, column: column + 3 } } },
  }));
}

function print(text: string, code: number): void {
  process.exitCode = code;
  process.stdout.write(text);
}

// A word that a comment keeps is beyond repair.
if (isFix)
  for (const file of files) writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/bad(?!.*keep)/g, 'good'));
const looks = ['sarif', 'rdjson', 'rdjsonl', 'words', 'broken-fix'].includes(mode);
const found = looks ? find() : [];
const code = found.length > 0 ? 1 : 0;

switch (mode) {
  case 'sarif':
    print(JSON.stringify(sarif(found)), code);
    break;
  case 'rdjson':
    print(JSON.stringify({ diagnostics: rdjson(found) }), code);
    break;
  case 'rdjsonl':
    print(
      rdjson(found)
        .map(each => `${JSON.stringify(each)}\n`)
        .join(''),
      code,
    );
    break;
  case 'words':
    print(found.map(({ file, line }) => `${file}:${line}\n`).join(''), code);
    break;
  case 'from-words': {
    const lines = readFileSync(0, 'utf8').split('\n').filter(Boolean);
    const named = lines.map(each => ({
      file: each.slice(0, each.lastIndexOf(':')),
      line: Number(each.slice(each.lastIndexOf(':') + 1)),
      column: 1,
    }));
    print(JSON.stringify(sarif(named)), 0);
    break;
  }
  case 'environment': {
    const results = Object.keys(process.env).filter(name => rest.includes(`--${name}`));
    const told = {
      version: '2.1.0',
      runs: [
        {
          results: [],
          invocations: [
            {
              executionSuccessful: true,
              toolExecutionNotifications: [{ level: 'warning', message: { text: `has ${results.join(' ')}` } }],
            },
          ],
        },
      ],
    };
    print(JSON.stringify(told), 0);
    break;
  }
  case 'place': {
    const there = ['node_modules/pkg/index.js', 'run.sh', 'untracked.txt', 'link.ts', 'out'].filter(existsSync);
    const text = `${path.basename(process.cwd())} ${there.join(' ')} ${files.join(' ')}`;
    print(
      JSON.stringify({
        version: '2.1.0',
        runs: [{ results: [], invocations: [{ toolExecutionNotifications: [{ message: { text } }] }] }],
      }),
      0,
    );
    break;
  }
  case 'broken-fix':
    print(isFix ? '' : JSON.stringify(sarif(found)), isFix ? 7 : code);
    break;
  case 'crash':
    process.stderr.write('Configuration error: no such rule "no-bed"\n');
    print('', 2);
    break;
  case 'silent':
    print('', 0);
    break;
  case 'prose':
    print('Everything is fine!', 0);
    break;
  case 'clean-but-1':
    print(JSON.stringify(sarif([])), 1);
    break;
  case 'flood':
    for (let n = 0; n < 40; n++) process.stdout.write('x'.repeat(1 << 20));
    break;
  case 'hang': {
    // With a child that would live on, and hold the output open; both tell where they are.
    const endless = 'setInterval(() => {}, 1000)';
    const child = spawn(process.execPath, ['-e', endless], { stdio: 'inherit' });
    const daemon = spawn(process.execPath, ['-e', endless], { stdio: 'ignore', detached: true });
    writeFileSync(rest[0] ?? '', `${process.pid} ${child.pid ?? 0} ${daemon.pid ?? 0}`);
    setInterval(() => undefined, 1_000);
    break;
  }
  case 'leave-child': {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
    writeFileSync(rest[0] ?? '', String(child.pid ?? 0));
    process.stdout.write(JSON.stringify(sarif([])), () => process.exit(0));
    break;
  }
}
