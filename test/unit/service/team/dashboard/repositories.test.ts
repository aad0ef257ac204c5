import assert from 'node:assert/strict';
import { CodeReviewError } from '../../../../../src/core/base/errors.ts';
import type { CheckResult } from '../../../../../src/service/team/hosts/checkSteps.ts';
import type { CloneAddress, Credential } from '../../../../../src/service/team/hosts/cloneAddress.ts';
import { TeamDashboard } from './teamDashboard.ts';
import { Visitor } from './visitor.ts';

const good: CheckResult = {
  steps: [{ name: 'repository', status: 'ok', detail: 'It can be read.' }],
  problem: undefined,
  fullName: undefined,
  isPrivate: true,
  defaultBranch: 'trunk',
  sizeBytes: 5_000_000,
};
const token = ['ghp', 'x'.repeat(36)].join('_');
const address = 'https://github.com/acme/orders.git';

describe('repositories in the dashboard', () => {
  let asked: { address: CloneAddress; credential: Credential | undefined }[] = [];
  let check: () => Promise<CheckResult> = () => Promise.resolve(good);
  const cancelled: string[] = [];
  let team: TeamDashboard;
  let ada: Visitor;

  before(async () => {
    team = await TeamDashboard.start({
      checkRepository: (of, credential) => {
        asked.push({ address: of, credential });
        return check();
      },
      cancelReviews: (_transaction, id) => {
        cancelled.push(id);
        return Promise.resolve();
      },
    });
    ada = await team.firstAdmin();
  });

  beforeEach(() => {
    asked = [];
    check = () => Promise.resolve(good);
  });

  after(async () => {
    assert.deepEqual(team.errors, []);
    await team.dispose();
  });

  /** Another window of the same browser. */
  const visitorLike = ({ cookies }: Visitor): Visitor => {
    const other = new Visitor(team.url);
    for (const [name, value] of cookies) other.cookies.set(name, value);
    return other;
  };

  const connect = async (fields: Readonly<Record<string, string>>): Promise<void> => {
    await ada.open('/repositories/connect');
    await ada.send({ provider: '', credential: 'none', secret: '', username: '', ...fields });
  };

  it('say what is wrong with an address or a credential before anything is asked', async () => {
    const cases = [
      [{ address: 'ext::sh -c id' }, /remote helpers cannot be used/],
      [{ address: 'git@github.com:acme/orders.git' }, /SSH addresses cannot be used/],
      [{ address, credential: 'new' }, /Paste a token/],
      [{ address, credential: 'other' }, /Choose a credential/],
    ] as const;
    for (const [fields, sentence] of cases) {
      await connect(fields);
      assert.equal(ada.status, 422);
      assert.match(ada.text, sentence);
    }
    assert.equal(asked.length, 0);
  });

  it('are not stored while a step fails, which the form shows with its address and without the token', async () => {
    const problem = 'github.com refuses the credential.';
    check = () =>
      Promise.resolve({ ...good, steps: [{ name: 'credential', status: 'failed', detail: problem }], problem });
    await connect({ address, credential: 'new', secret: token });
    assert.equal(ada.status, 422);
    assert.match(ada.html, /<a href="#secret">github\.com refuses the credential/);
    assert.match(ada.html, /value="https:\/\/github\.com\/acme\/orders\.git"/);
    assert.ok(!ada.html.includes(token));
    await ada.open('/repositories');
    assert.match(ada.text, /No repository is connected yet/);
  });

  it('are connected without a check where only workers reach the host, not where the host refuses', async () => {
    const fields = { address: 'https://git.inside.example/acme/stock.git', credential: 'new', secret: token };
    const fail = (name: 'connection' | 'credential') => async () =>
      Promise.resolve({ ...good, steps: [{ name, status: 'failed' as const, detail: 'No.' }], problem: 'No.' });
    check = fail('credential');
    await connect(fields);
    assert.doesNotMatch(ada.text, /without a check/);
    check = fail('connection');
    await connect(fields);
    assert.match(ada.text, /If only workers reach this host, go on without a check.* Connect without a check/);
    asked = [];
    await connect({ ...fields, check: 'none' });
    assert.match(ada.text, /acme\/stock is connected\. .*State Not checked/);
    assert.doesNotMatch(ada.text, /Public|Result of the check/);
    assert.equal(asked.length, 0);
    const { path } = ada;
    await ada.open(`${path}/credential`);
    await ada.send({ credential: 'new', secret: `${token}z`, username: '', check: 'none' });
    assert.match(ada.text, /The credential was changed\. .*State Not checked/);
    await ada.open(`${path}/disconnect`);
    await ada.send({});
  });

  it('are connected with a token that is never shown again, also one that stood in the address', async () => {
    await connect({ address: `https://bot:${token}@github.com/acme/orders.git`, credential: 'new' });
    assert.match(ada.text, /acme\/orders is connected\. .*Result of the check Passed repository It can be read/);
    assert.match(ada.text, /Token for https:\/\/github\.com with user name bot, set just now by Ada/);
    assert.match(ada.text, /Default branch trunk Size 5 MB/);
    assert.deepEqual(
      asked.map(each => [each.address.cloneUrl, each.credential?.secret]),
      [[address, token]],
    );
    assert.ok(!ada.html.includes(token));
    await ada.open('/audit?action=repository');
    assert.match(ada.text, /repository\.connect acme\/orders/);
    assert.ok(!ada.html.includes(token));
    await connect({ address: 'https://github.com/ACME/orders' });
    assert.match(ada.text, /A repository named ACME\/orders is connected already/);
  });

  it('share a credential within its host only', async () => {
    await ada.open('/repositories/connect');
    const [, stored = ''] = /value="([0-9a-f-]{36})"/.exec(ada.html) ?? [];
    await connect({ address: 'https://gitlab.com/acme/web.git', credential: stored });
    assert.match(ada.text, /This credential is for https:\/\/github\.com, not for https:\/\/gitlab\.com/);
    assert.equal(asked.length, 0);
    await connect({ address: 'https://github.com/acme/web.git', credential: stored });
    assert.deepEqual(
      asked.map(({ credential }) => credential?.secret),
      [token],
    );
    assert.match(ada.text, /acme\/web is connected/);
  });

  it('are checked again, and say in the list what fails', async () => {
    await ada.open('/repositories');
    const [, path = ''] = /href="(\/repositories\/repo_\w+)">acme\/web/.exec(ada.html) ?? [];
    check = () => Promise.resolve({ ...good, problem: 'github.com does not answer.' });
    await ada.open(path);
    await ada.send({}, `${path}/check`);
    assert.match(ada.text, /github\.com does not answer\./);
    await ada.open('/repositories');
    assert.match(ada.text, /acme\/web private github\.com does not answer\. GitHub Cannot be read/);
    check = () => Promise.reject(new CodeReviewError('cancelled', 'Cancelled.'));
    await ada.open(path);
    await ada.send({}, `${path}/check`);
    assert.match(ada.text, /https:\/\/github\.com did not answer within 20 seconds/);
  });

  it('keep no token that was given at the same moment as another one, or while they were disconnected', async () => {
    const other = visitorLike(ada);
    const tokens = async (): Promise<number> =>
      (await team.database.selectFrom('credentials').select('id').where('origin', '=', 'https://gitlab.com').execute())
        .length;
    await connect({ address: 'https://gitlab.com/acme/api.git', credential: 'new', secret: token });
    const { path } = ada;
    const changed = { credential: 'new', secret: `${token}y`, username: '' };
    const meanwhile = [
      [`${path}/credential`, changed, 200, 1],
      [`${path}/disconnect`, {}, 404, 0],
    ] as const;
    for (const [page, fields, status, left] of meanwhile) {
      check = async () => {
        check = () => Promise.resolve(good);
        await other.open(page);
        await other.send(fields);
        return good;
      };
      await ada.open(`${path}/credential`);
      await ada.send(changed);
      assert.equal(ada.status, status);
      assert.equal(await tokens(), left);
    }
  });

  it('are in the state that their last check has found, with the credential that they have', async () => {
    const other = visitorLike(ada);
    await connect({ address: 'https://gitlab.com/acme/late.git', credential: 'new', secret: token });
    const { path } = ada;
    const bad = { ...good, problem: 'gitlab.com refuses the credential.' };
    const cannotBeRead = async (): Promise<boolean> => {
      await ada.open(path);
      return ada.text.includes('Cannot be read');
    };
    const changed = { credential: 'new', secret: `${token}w`, username: '' };
    const meanwhile = [
      [path, {}, `${path}/check`],
      [`${path}/credential`, changed, undefined],
      [`${path}/credential`, { ...changed, check: 'none' }, undefined],
    ] as const;
    for (const [page, fields, action] of meanwhile) {
      assert.equal(await cannotBeRead(), false);
      check = async () => {
        check = () => Promise.resolve(good);
        await other.open(page);
        await other.send(fields, action);
        return bad;
      };
      await ada.send({}, `${path}/check`);
      assert.match(ada.text, /gitlab\.com refuses the credential/, 'what this check has found is told');
      assert.equal(await cannotBeRead(), false, page);
    }
    check = () => Promise.resolve(bad);
    await ada.send({}, `${path}/check`);
    assert.equal(await cannotBeRead(), true);
    await ada.open(`${path}/disconnect`);
    await ada.send({});
  });

  it('are not connected with a credential that goes with its last repository meanwhile', async () => {
    const other = visitorLike(ada);
    await connect({ address: 'https://gitlab.com/acme/only.git', credential: 'new', secret: token });
    const { path } = ada;
    const credentials = team.database.selectFrom('credentials').select('id');
    const { id } = await credentials.where('origin', '=', 'https://gitlab.com').executeTakeFirstOrThrow();
    check = async () => {
      check = () => Promise.resolve(good);
      await other.open(`${path}/disconnect`);
      await other.send({});
      return good;
    };
    await connect({ address: 'https://gitlab.com/acme/next.git', credential: id });
    assert.equal(ada.status, 422);
    assert.match(ada.text, /The credential was removed meanwhile/);
    assert.equal(team.errors.splice(0).length, 1);
  });

  it('are disconnected after asking once; their credential goes with the last of them', async () => {
    for (const [name, left] of [
      ['acme/web', 1],
      ['acme/orders', 0],
    ] as const) {
      await ada.open('/repositories');
      const [, path = ''] = new RegExp(`href="(/repositories/repo_\\w+)">${name}`).exec(ada.html) ?? [];
      await ada.open(`${path}/disconnect`);
      assert.match(ada.text, new RegExp(`Disconnect ${name}\\?`));
      await ada.send({});
      assert.match(ada.text, new RegExp(`${name} is disconnected`));
      assert.equal(cancelled.at(-1), path.split('/').at(-1));
      assert.equal((await team.database.selectFrom('credentials').select('id').execute()).length, left);
      await ada.open(path);
      assert.equal(ada.status, 404);
    }
    await connect({ address });
    assert.match(ada.text, /acme\/orders is connected\./);
    assert.match(ada.text, /None\. The repository is read as anybody can read it\./);
  });
});
