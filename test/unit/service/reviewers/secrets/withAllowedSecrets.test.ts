import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { reviewNotes } from '../../../../../src/service/engine/result/reviewNotes.ts';
import { TestRepository, type Files } from '../../../../host/git/repository.ts';
import { engineInProcess } from '../../engineInProcess.ts';

const engine = engineInProcess({ gitExecutable: 'git', onError: assert.ifError });
const key = ['AKIA', 'QXJM5VWN7RBT2FHE'].join('');

/** What is told of a key, and whether the notes say that the settings of a tool hide it. */
async function toldWith(before: Files, after: Files = {}) {
  const repository = await TestRepository.create({ 'README.md': 'A shop.\n', ...before });
  try {
    const base = await repository.git('rev-parse', 'HEAD');
    const head = await repository.commit({ 'deploy.sh': `export ACCESS_KEY=${key}\n`, ...after });
    const result = await engine.review({ root: repository.folder, base, head });
    if (result.status !== 'completed') assert.fail(result.reason);
    const rules = result.comments.map(({ rule_id }) => rule_id);
    return {
      rules,
      isHidden: reviewNotes(result).some(each => each.includes('hidden by the settings of the project')),
    };
  } finally {
    await repository.dispose();
  }
}

describe('secrets that a project has listed for its own search', () => {
  const gitleaks = { '.gitleaks.toml': `[allowlist]\nregexes = ['''${key}''']\n` };
  const told = { rules: ['secrets/aws-access-key-id'], isHidden: false };
  const hidden = { rules: [], isHidden: true };

  it('are told where none is listed', async () => {
    assert.deepEqual(await toldWith({}), told);
  });

  it('are hidden, and counted, where gitleaks is to leave them alone', async () => {
    assert.deepEqual(await toldWith(gitleaks), hidden);
  });

  it('are hidden where detect-secrets knows them', async () => {
    const hashed_secret = createHash('sha1').update(key).digest('hex');
    const results = { 'deploy.sh': [{ type: 'AWS Access Key', hashed_secret }] };
    assert.deepEqual(await toldWith({ '.secrets.baseline': JSON.stringify({ results }) }), hidden);
  });

  it('are told where the change lists them itself', async () => {
    assert.deepEqual(await toldWith({}, gitleaks), told);
  });
});
