import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { settingKinds } from '../../../src/core/protocol/settingKinds.ts';
import { shownManifest } from '../../host/texts/manifest.ts';

const root = path.resolve(import.meta.dirname, '../../..');

interface Manifest {
  readonly publisher: string;
  readonly name: string;
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string; readonly category?: string }[];
    readonly configuration: {
      readonly properties: Readonly<Record<string, { readonly scope?: string; readonly default?: unknown }>>;
    };
    readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when?: string }[]>>;
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly viewsWelcome: readonly { readonly view: string; readonly contents: string; readonly when?: string }[];
    readonly walkthroughs: readonly {
      readonly id: string;
      readonly steps: readonly {
        readonly id: string;
        readonly description: string;
        readonly media: { readonly image: Readonly<Record<string, string>> };
        readonly completionEvents: readonly string[];
      }[];
    }[];
  };
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const manifest = shownManifest() as Manifest;
const { contributes } = manifest;
const steps = contributes.walkthroughs.flatMap(walkthrough => walkthrough.steps);
const declared = contributes.commands.map(({ command }) => command);
const code = [
  'extension.ts',
  'main.ts',
  ...readdirSync(path.join(root, 'src/vscode'), { recursive: true, encoding: 'utf8' }).map(file => `vscode/${file}`),
]
  .filter(file => file.endsWith('.ts'))
  .map(file => readFileSync(path.join(root, 'src', file), 'utf8'))
  .join('\n');
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');

function matchesOf(pattern: RegExp, text: string): string[] {
  return [...new Set([...text.matchAll(pattern)].map(match => match[1] ?? ''))].sort();
}

describe('the manifest', () => {
  it('declares every command that there is a handler for, and no other', () => {
    const table = readFileSync(path.join(root, 'src/main.ts'), 'utf8');
    assert.deepEqual(matchesOf(/^\s+'(codeReview\.\w+)':/gm, table), [...declared].sort());
  });

  it('gives every command the category of the extension', () => {
    assert.deepEqual(
      contributes.commands.filter(({ category }) => category !== 'Code Review'),
      [],
    );
  });

  it('names only its own commands in menus, welcome texts, the walkthrough and code', () => {
    const views = Object.values(contributes.views).flat();
    const known = new Set([...declared, ...views.flatMap(({ id }) => [id, `${id}.focus`])]);
    const settings = Object.keys(contributes.configuration.properties);
    const named = [
      ...Object.values(contributes.menus)
        .flat()
        .map(({ command }) => command),
      ...matchesOf(/command:(codeReview\.[\w.]+)/g, contributes.viewsWelcome.map(({ contents }) => contents).join()),
      ...matchesOf(/command:(codeReview\.[\w.]+)/g, steps.map(({ description }) => description).join()),
      ...matchesOf(/onCommand:(codeReview\.[\w.]+)/g, steps.flatMap(step => step.completionEvents).join()),
      ...matchesOf(/command: '(codeReview\.[\w.]+)'/g, code),
    ];
    assert.deepEqual(
      named.filter(name => !known.has(name) && !settings.includes(name)),
      [],
    );
  });

  it('asks only for context keys that are set', () => {
    const done = steps.flatMap(({ completionEvents }) =>
      completionEvents.filter(event => event.startsWith('onContext:')),
    );
    const clauses = JSON.stringify([contributes.menus, contributes.viewsWelcome, done]).replace(
      /"(command|view|contents)":"[^"]*"/g,
      '',
    );
    const asked = matchesOf(/(?<!config\.)(codeReview\.\w+)/g, clauses);
    const views = Object.values(contributes.views)
      .flat()
      .map(({ id }) => id);
    const set = new Set([...matchesOf(/setContextKey\('(codeReview\.\w+)'/g, code), ...views]);
    assert.deepEqual(
      asked.filter(key => !set.has(key) && !declared.includes(key)),
      [],
    );
    const settings = Object.keys(contributes.configuration.properties);
    assert.deepEqual(
      matchesOf(/config\.(codeReview\.[\w.]+)/g, clauses).filter(name => !settings.includes(name)),
      [],
    );
  });

  it('opens its walkthrough by its name, with small pictures for light and dark themes', () => {
    const opened = matchesOf(/openWalkthrough\?%22(.+?)%22/g, JSON.stringify(contributes.viewsWelcome));
    assert.deepEqual(
      opened,
      contributes.walkthroughs.map(({ id }) => `${manifest.publisher}.${manifest.name}%23${id}`),
    );
    for (const { id, media } of steps) {
      assert.deepEqual(Object.keys(media.image).sort(), ['dark', 'hc', 'hcLight', 'light'], id);
      assert.notEqual(media.image['dark'], media.image['light'], id);
      for (const picture of Object.values(media.image)) {
        assert.ok(statSync(path.join(root, picture)).size < 120_000, `${picture} is large`);
      }
    }
  });

  it('declares every setting that is read, and the code reads every one declared', () => {
    const read = matchesOf(/(?:\bread|scopesOf)\('([\w.]+)'/g, code);
    const known = Object.keys(contributes.configuration.properties).sort();
    assert.deepEqual(
      read.map(name => `codeReview.${name}`),
      known,
    );
    assert.deepEqual(
      Object.keys(settingKinds)
        .map(name => `codeReview.${name}`)
        .sort(),
      known,
    );
  });

  it('lets no workspace say where keys go', () => {
    assert.equal(contributes.configuration.properties['codeReview.baseUrl']?.scope, 'application');
    assert.equal(contributes.configuration.properties['codeReview.hosts']?.scope, 'application');
  });

  it('has its settings and commands in the README', () => {
    for (const setting of Object.keys(contributes.configuration.properties))
      assert.ok(readme.includes(`\`${setting}\``), setting);
    const hidden = new Set(
      contributes.menus['commandPalette']?.filter(({ when }) => when === 'false').map(({ command }) => command),
    );
    for (const { command, title } of contributes.commands)
      if (!hidden.has(command)) assert.ok(readme.includes(title), title);
  });

  it('has every dependency with its reason in CONTRIBUTING.md', () => {
    const contributing = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');
    const named = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
      name => !name.startsWith('@types/'),
    );
    assert.deepEqual(
      named.filter(name => !contributing.includes(`\`${name}\``)),
      [],
    );
  });
});
