import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundleForHost } from '../../host/programs/bundle.ts';
import { root } from '../../host/cache.ts';
import { TestRepository } from '../../host/git/repository.ts';
import { VSCodeHost } from '../../host/vscode/vscodeHost.ts';

/** Milliseconds until all problems were there, and how long the extension host did nothing else at most. */
export interface ShownFindings {
  /** From the answer's last byte, by the extension. */
  readonly own: number;
  /** The same diagnostics and tree items set by a few lines of code. */
  readonly bare: number;
  /** Longest time between two turns of the event loop, until the tree is drawn. */
  readonly longestBlock: number;
  /** Most processor time between two turns. */
  readonly longestWork: number;
}

/** Has a review of that many findings shown in a real VS Code. */
export async function measureFindings(findings: number, files: number, runs: number): Promise<ShownFindings[]> {
  const repository = await makeRepository(files);
  const folder = await mkdtemp(path.join(tmpdir(), 'code-review-bench-'));
  const body = JSON.stringify({
    id: 'r1',
    status: 'completed',
    issues_found: findings,
    suggestions: 0,
    comments: Array.from({ length: findings }, (_, index) => ({
      path: nameOf(index % files),
      line: 1 + Math.floor(index / files),
      severity: 'medium',
      title: `Finding ${index}`,
      body: 'Something to look at.',
    })),
  });
  let answered = 0;
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url === '/v1/repositories') response.end('{"data":[]}');
    else if (request.method === 'POST') response.end('{"id":"r1","status":"pending"}');
    else response.end(body, () => (answered = Date.now()));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env['BENCH_SERVICE'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env['BENCH_FINDINGS'] = String(findings);
  const testsModule = path.join(
    await bundleForHost('bench-findings', ['test/bench/editor/showFindings.ts']),
    'showFindings.js',
  );
  const settings = { 'security.workspace.trust.enabled': false };
  try {
    const measured: ShownFindings[] = [];
    for (let run = 0; run < runs; run++) {
      const host = await VSCodeHost.start({ development: true, settings });
      try {
        const window = await host.openWindow({
          folder: repository.folder,
          development: { extension: root, testsModule },
          onLog: line => {
            const found = /shown (\{.*\})/.exec(line)?.[1];
            if (found === undefined) return;
            const { done, ...figures } = JSON.parse(found) as Omit<ShownFindings, 'own'> & { done: number };
            measured.push({ own: done - answered, ...figures });
          },
        });
        await window.exit;
      } finally {
        await host.dispose();
      }
    }
    return measured;
  } finally {
    server.closeAllConnections();
    server.close();
    await repository.dispose();
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeRepository(files: number): Promise<TestRepository> {
  const text = Array.from({ length: 120 }, (_, line) => `export const value${line} = ${line};\n`).join('');
  const repository = await TestRepository.create({ 'README.md': 'x\n' });
  await repository.branch('feature');
  await repository.commit(Object.fromEntries(Array.from({ length: files }, (_, index) => [nameOf(index), text])));
  // The pull request is known without a question, and its host is none that is asked: where it cannot be reached, the
  // editor's own network stack is tried, which takes a tenth of a second to begin.
  await repository.git('config', 'branch.feature.remote', 'origin');
  await repository.git('config', 'branch.feature.merge', 'refs/pull/7/head');
  await repository.git('remote', 'add', 'origin', 'https://git.example/acme/app.git');
  return repository;
}

function nameOf(index: number): string {
  return `src/part${index % 20}/file${index}.ts`;
}
