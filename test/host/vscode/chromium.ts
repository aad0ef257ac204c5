import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright-core';
import { cached, root } from '../cache.ts';

interface Candidate {
  readonly executable: string;
  readonly env: Record<string, string>;
}

/** The workbench takes half a gigabyte at once: collecting garbage on the way there takes a fifth of its start. */
const roomy = '--min-semi-space-size=32 --max-semi-space-size=64 --initial-heap-size=600';
/** No window is there long enough to win back what the compiler of hot code takes: a twentieth of its processor time. */
const brief = '--no-opt';
const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none'],
  `--js-flags=${roomy} ${brief}`,
];

/** A headless Chromium: CHROMIUM_PATH where it is set, else the one from npm, else one that is installed. */
export async function launchChromium(): Promise<Browser> {
  const tried: string[] = [];
  // On a busy machine one that was just unpacked was seen to end while it started, once, and to start the next time.
  for (const find of candidates().flatMap(each => [each, each])) {
    try {
      const { executable, env } = await find();
      return await chromium.launch({
        executablePath: executable,
        args: flags,
        env: { ...definedEnvironment(), ...env },
        // Who starts the browser ends it, after the windows in it are closed.
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
      });
    } catch (error) {
      tried.push(firstLine(error));
    }
  }
  throw new Error(
    `No headless Chromium starts here. Install Chromium or Chrome, or set CHROMIUM_PATH to one. Tried: ${[...new Set(tried)].join('; ')}.`,
  );
}

function candidates(): (() => Promise<Candidate>)[] {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') return [() => Promise.resolve({ executable: named, env: {} })];
  return [fromNpm, () => Promise.resolve({ executable: installed(), env: {} })];
}

/** The headless shell of `@sparticuz/chromium`, unpacked once together with the libraries and fonts a bare system lacks. */
async function fromNpm(): Promise<Candidate> {
  if (process.platform !== 'linux') throw new Error('the Chromium from npm is for Linux');
  const packageFolder = path.resolve(createRequire(import.meta.url).resolve('@sparticuz/chromium'), '../../..');
  const { version } = JSON.parse(await readFile(path.join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const folder = await cached(`chromium-${version}`, async partial => {
    console.log('Unpacking Chromium into .vscode-test, once…');
    // It unpacks into the temporary folder, and its libraries only where it believes to be on the system they are for.
    const env = { ...process.env, TMPDIR: partial, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
    const unpack =
      'const { default: chromium } = await import("@sparticuz/chromium"); await chromium.executablePath();';
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', unpack], { cwd: root, env });
  });
  await writeFile(path.join(folder, 'fonts/fonts.conf'), fontsConfiguration(folder));
  const libraries = [path.join(folder, 'al2023/lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':');
  return {
    executable: path.join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: path.join(folder, 'fonts') },
  };
}

/** The system's fonts where it has some, and the one of the package in any case. */
function fontsConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <dir>${folder.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;
}

function installed(): string {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const applications = [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ];
  const found = [...folders.flatMap(folder => names.map(name => path.join(folder, name))), ...applications].find(
    existsSync,
  );
  if (found === undefined) throw new Error('no chromium or google-chrome is installed');
  return found;
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function firstLine(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).split('\n').map(line => line.trim());
  // Playwright's first line only says that the browser was closed; the loader's complaint follows in its log.
  const reason = lines.find(line => /error while loading|No such file|cannot/i.test(line));
  return (reason ?? lines.findLast(line => line.includes('[err]')) ?? lines[0] ?? '').slice(0, 200);
}
