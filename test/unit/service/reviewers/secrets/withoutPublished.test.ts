import assert from 'node:assert/strict';
import { TestRepository, type Files } from '../../../../host/git/repository.ts';
import { engineInProcess } from '../../engineInProcess.ts';

const engine = engineInProcess({ gitExecutable: 'git', onError: assert.ifError });
const token = ['5768337691', 'AAH5YkoiEuPk8-FZa32hStHTqXiLPtAEhx8'].join(':');
const held = `validate("${token}");\n`;

/** The files that a token is told of in. */
async function toldIn(before: Files, after: Files): Promise<string[]> {
  const repository = await TestRepository.create({ 'README.md': 'A bot.\n', ...before });
  try {
    const base = await repository.git('rev-parse', 'HEAD');
    const result = await engine.review({ root: repository.folder, base, head: await repository.commit(after) });
    if (result.status !== 'completed') assert.fail(result.reason);
    return result.comments.map(({ path, rule_id: rule }) => `${path} ${rule}`);
  } finally {
    await repository.dispose();
  }
}

describe('secrets in documents', () => {
  const page = { 'docs/sign.md': held };
  const told = ['docs/sign.md secrets/telegram-bot-token'];

  it('are told', async () => {
    assert.deepEqual(await toldIn({}, page), told);
  });

  it('are not told of where documents and tests have them at the merge base', async () => {
    assert.deepEqual(await toldIn({ 'docs/begin.md': held, 'test/sign.test.ts': held }, page), []);
  });

  it('are told where other files have them at the merge base', async () => {
    assert.deepEqual(await toldIn({ 'docs/begin.md': held, 'src/bot.ts': held }, page), told);
  });

  it('are told in code, whatever documents have', async () => {
    assert.deepEqual(await toldIn({ 'docs/begin.md': held }, { 'src/bot.ts': held }), [
      'src/bot.ts secrets/telegram-bot-token',
    ]);
  });
});

describe('keys for clients', () => {
  const key = ['AIza', 'SyD4kd93mQzX0vT7bLr2uWc8NhE5yGfJ1oP'].join('');
  const bundle = { 'public/app.js': `start("${key}");\n` };
  const told = ['public/app.js secrets/google-api-key'];

  it('are told', async () => {
    assert.deepEqual(await toldIn({}, bundle), told);
    assert.deepEqual(await toldIn({ 'src/app.js': 'start(key);\n' }, bundle), told);
  });

  it('are not told of where any file has them at the merge base', async () => {
    assert.deepEqual(await toldIn({ 'src/app.js': `start('${key}');\n` }, bundle), []);
  });

  it('are like private keys, which may stand in another way', async () => {
    const begins = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj';
    const middle = 'MzEfYyjiWA4R4xB7bUu8PKhPqzH1vQ3dS9mWkT5oXcN2eLr0gFpAaZyVnJhUwQ6s';
    const ends = 'tR8qLm3XyZ0pVbNc5DfGh7JkW1sQwErTyUiOpA2SdFgHjKlZ4xCvBnM6aSdFgHjk';
    const pem = `${['-----BEGIN', 'PRIVATE KEY-----'].join(' ')}\n${begins}\n${middle}\n${ends}\n-----END PRIVATE KEY-----\n`;
    const copy = { 'deploy/server.key': pem };
    const told = ['deploy/server.key secrets/private-key'];
    assert.deepEqual(await toldIn({}, copy), told);
    const inSettings = (key: string): Files => ({ 'conf/a.yml': `key: |\n${key.replace(/^/gm, '  ')}\n` });
    assert.deepEqual(await toldIn(inSettings(pem), copy), []);
    // What keys of a kind begin with says nothing.
    assert.deepEqual(await toldIn(inSettings(`${pem.slice(0, 60)}${middle.toLowerCase()}`), copy), told);
    // Nor does a middle line that any key may have.
    const short = { 'deploy/server.key': pem.replace(`${middle}\n${ends}\n`, '').replace(`${begins}\n`, begins) };
    assert.deepEqual(await toldIn(inSettings(pem.replace(begins, ends)), short), told);
  });

  it('are unlike tokens, which are told of in each file', async () => {
    const bot = { 'public/bot.js': held };
    assert.deepEqual(await toldIn({ 'src/bot.js': held }, bot), ['public/bot.js secrets/telegram-bot-token']);
  });
});
