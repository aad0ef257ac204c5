import assert from 'node:assert/strict';
import { shownManifest } from '../../host/texts/manifest.ts';

type Settings = Readonly<Record<string, { readonly scope?: string }>>;

const manifest = shownManifest() as {
  readonly contributes: { readonly configuration: { readonly properties: Settings } };
  readonly capabilities: {
    readonly untrustedWorkspaces: {
      readonly supported: unknown;
      readonly description: string;
      readonly restrictedConfigurations: readonly string[];
    };
    readonly virtualWorkspaces: { readonly supported: unknown; readonly description: string };
  };
};
const { properties } = manifest.contributes.configuration;
const { untrustedWorkspaces, virtualWorkspaces } = manifest.capabilities;

/** Where a setting says where something goes, what is run, or what it costs. */
const grave =
  /url\b|\baddress|https?:|\bhosts?\b|\bserver|\bproxy|\bexecutable|\bcommand|\bprogram|\bscript|\bargument|\bpath to|\btoken|\bkey\b|\bsecret|\bheader|\bcertificate|\bplan\b|\blimit|\bbudget|\bper hour|\bcalls|\bcosts?\b/i;

/** What a workspace may say all the same, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'codeReview.tools': 'the tools are those of the project; a workspace has to be trusted for it',
  'codeReview.autoReview': 'repeats what the user has begun by hand, and nothing else',
};

/** The settings that a hostile workspace could do harm with. */
function harmful(settings: Settings, allowed: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([name, setting]) => {
    const { scope } = setting;
    if (scope === undefined) return [`${name} has no scope`];
    if (!['application', 'machine', 'window', 'resource'].includes(scope)) return [`${name} has the scope ${scope}`];
    const words = `${name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('.', ' ')} ${JSON.stringify(setting)}`;
    const isSafe = scope === 'application' || scope === 'machine' || !grave.test(words) || name in allowed;
    return isSafe ? [] : [`${name} can be set by a workspace`];
  });
}

describe('the settings of a hostile workspace', () => {
  it('name no address, no program and no budget', () => {
    assert.deepEqual(harmful(properties, exceptions), []);
  });

  it('run no program, spend nothing and hide nothing before the workspace is trusted', () => {
    for (const name of [...Object.keys(exceptions), 'codeReview.ignore', 'codeReview.minimumSeverity'])
      assert.ok(untrustedWorkspaces.restrictedConfigurations.includes(name), name);
    const unknown = untrustedWorkspaces.restrictedConfigurations.filter(name => !(name in properties));
    assert.deepEqual(unknown, []);
  });

  it('would be noticed, were a new one to do so', () => {
    for (const [name, setting] of Object.entries({
      'codeReview.proxyUrl': { scope: 'window', markdownDescription: 'Where to.' },
      'codeReview.git': { scope: 'resource', markdownDescription: 'The executable to use.' },
      'codeReview.check': { scope: 'window', items: { properties: { command: { type: 'string' } } } },
      'codeReview.requestsPerHour': { scope: 'window', markdownDescription: 'How many.' },
      'codeReview.much': { scope: 'window', markdownDescription: 'Raises the limit.' },
      'codeReview.overridable': { scope: 'machine-overridable', markdownDescription: 'x' },
      'codeReview.none': { markdownDescription: 'x' },
    }))
      assert.equal(harmful({ [name]: setting }, exceptions).length, 1, name);
    assert.equal(
      Object.keys(exceptions)
        .filter(name => !(name in properties))
        .join(),
      '',
    );
  });

  it('are told of honestly', () => {
    assert.equal(untrustedWorkspaces.supported, 'limited');
    assert.match(untrustedWorkspaces.description, /no git/);
    assert.notEqual(virtualWorkspaces.supported, true);
    assert.ok(virtualWorkspaces.description.length > 0);
  });
});
