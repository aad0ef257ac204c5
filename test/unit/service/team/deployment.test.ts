import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { parse } from 'yaml';
import { parseGiven } from '../../../../src/service/cli/commandLine/parse.ts';
import { commands } from '../../../../src/service/cli/commands/commands.ts';
import { testDatabase } from '../../../host/postgres/database.ts';
import { TeamProcess } from '../../../host/programs/teamProcess.ts';
import { run } from '../cli/runCommand.ts';

interface Service {
  readonly command?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
}

const root = path.resolve(import.meta.dirname, '../../../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const compose = parse(read('compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<'api' | 'worker' | 'database', Service>>;
  readonly networks: {
    readonly default: { readonly ipam: { readonly config: readonly { readonly subnet: string }[] } };
  };
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
};
const { api, worker } = compose.services;

/** The command with what compose takes from the environment, which is unset. */
const commandOf = ({ command = [] }: Service): string[] =>
  command.map(each => each.replace(/\$\{\w+:-([^}]*)\}/, '$1'));

describe('the deployment', () => {
  it('gives its commands options that there are', () => {
    for (const service of [api, worker]) {
      const [name = '', ...args] = commandOf(service);
      parseGiven(args, commands[name] ?? assert.fail(name));
    }
  });

  it('answers where the public URL says, with the command of the image', async () => {
    const database = await testDatabase();
    const args = commandOf(api).map(each => each.replace('0.0.0.0:8080', '0.0.0.0:0'));
    const service = new TeamProcess(args, database.url);
    const { port } = new URL(await service.url());
    const status = async (host: string): Promise<number | undefined> => {
      const asked = request({ port, path: '/sign-in', headers: { host } }).end();
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      answer.resume();
      return answer.statusCode;
    };
    assert.deepEqual([await status('localhost:8080'), await status('localhost')], [200, 421]);
    const [, , , script = ''] = api.healthcheck?.test ?? [];
    const healthy = await run(root, process.execPath, ['-e', script.replace('8080', port)]);
    assert.equal(healthy.code, 0, healthy.stderr);
    assert.equal((await service.end()).code, 0);
    await database.drop();
  });

  it('holds no secret, no right and no place to write that it does not need', () => {
    for (const service of [api, worker]) {
      assert.ok(service.read_only);
      assert.deepEqual(service.cap_drop, ['ALL']);
      assert.deepEqual(service.secrets, ['database-url', 'secret-key']);
    }
    for (const [name, { file }] of Object.entries(compose.secrets)) assert.equal(file, `./secrets/${name}`);
    assert.match(read('.gitignore'), /^\/secrets\/$/m);
    assert.match(read('.dockerignore'), /^\*\*\n(?:!(?!secrets).*\n)+$/);
    assert.match(read('Dockerfile'), /^USER 10001:10001$/m);
    assert.ok(commandOf(api).includes(`--trusted-proxy=${compose.networks.default.ipam.config[0]?.subnet}`));
  });
});
