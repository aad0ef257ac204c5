import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listFiles, PackageManager } from '@vscode/vsce';
import { entries, root } from '../../../.config/bundles.ts';
import { packedDocument } from '../../../.config/packedDocument.ts';
import { packedFiles } from '../../../.config/packedFiles.ts';
import { fileAddresses, publishedManifest, readPublishing, type Publishing } from '../../../.config/publishing.ts';
import { shownManifest, translatedLanguages } from '../../host/texts/manifest.ts';

interface StoreManifest {
  readonly name: string;
  readonly publisher: string;
  readonly version: string;
  readonly displayName: string;
  readonly description: string;
  readonly license: string;
  readonly icon: string;
  readonly galleryBanner: { readonly color: string; readonly theme: string };
  readonly categories: readonly string[];
  readonly keywords: readonly string[];
  readonly enabledApiProposals?: readonly string[];
  readonly extensionDependencies?: readonly string[];
}

const manifest = shownManifest() as StoreManifest;
const somebody: Publishing = {
  repository: 'https://github.com/acme/code-review.git',
  bugs: 'https://github.com/acme/code-review/issues',
  homepage: 'https://code-review.example',
  qna: 'marketplace',
};

/** The files of the project, without those that a build or a test leaves there. */
async function projectFiles(): Promise<string[]> {
  const left = ['.git', '.vscode-test', 'dist', 'node_modules', 'ThirdPartyNotices.txt'];
  const tops = (await readdir(root)).filter(name => !left.includes(name));
  const files = tops.map(async name =>
    (await stat(path.join(root, name))).isDirectory()
      ? (await readdir(path.join(root, name), { recursive: true, withFileTypes: true }))
          .filter(each => each.isFile())
          .map(each => path.relative(root, path.join(each.parentPath, each.name)))
      : [name],
  );
  return (await Promise.all(files)).flat();
}

/** Every file of the project, empty, with what a build leaves and what may lie about. */
async function layOut(folder: string): Promise<void> {
  const built = Object.keys(entries).flatMap(name => [`dist/${name}.js`, `dist/${name}.js.map`]);
  const others = [
    'dist/ruff_wasm_bg.wasm',
    'dist/code-review.vsix',
    'dist/engine.js.LEGAL.txt',
    'ThirdPartyNotices.txt',
  ];
  const about = [
    '.env',
    '.npmrc',
    'key.pem',
    'media/draft.png',
    'node_modules/undici/index.js',
    '.vscode-test/log.txt',
  ];
  for (const file of [...(await projectFiles()), ...built, ...others, ...about]) {
    await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
    await writeFile(path.join(folder, file), '');
  }
  for (const file of ['package.json', '.vscodeignore'])
    await writeFile(path.join(folder, file), await readFile(path.join(root, file)));
}

describe('the packed extension', () => {
  let packed: readonly string[];
  let packedByVsce: readonly string[];

  before(async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'packaged-'));
    try {
      await layOut(folder);
      packed = packedFiles(folder);
      packedByVsce = await listFiles({ cwd: folder, packageManager: PackageManager.None });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('holds the bundles, its texts and its pictures, and nothing else', () => {
    const pictures = packed.filter(file => file.startsWith('media/walkthrough/'));
    const meant = [
      ...['package.json', 'package.nls.json', 'README.md', 'CHANGELOG.md', 'LICENSE', 'ThirdPartyNotices.txt'],
      ...translatedLanguages().flatMap(each => [`package.nls.${each}.json`, `l10n/bundle.l10n.${each}.json`]),
      ...['media/code-review.svg', 'media/icon.png', 'media/page.css'],
      ...Object.keys(entries).map(name => `dist/${name}.js`),
      'dist/ruff_wasm_bg.wasm',
      'skills/code-review/SKILL.md',
    ];
    assert.deepEqual(packed.filter(file => !pictures.includes(file)).sort(), meant.sort());
    assert.ok(pictures.length > 0 && pictures.every(file => file.endsWith('.png')));
  });

  it('holds what vsce would pack', () => {
    assert.deepEqual([...packed].sort(), [...packedByVsce].sort());
  });

  it('has every file that its manifest names', async () => {
    const named = JSON.stringify(manifest).match(/(?<=")(?:\.\/)?(?:media|dist|skills)\/[^"]+/g) ?? [];
    assert.ok(named.length > 5);
    const missing = named.map(file => file.replace(/^\.\//, '')).filter(file => !packed.includes(file));
    assert.deepEqual(missing, []);
    assert.ok((await stat(path.join(root, manifest.icon))).size > 0);
  });

  it('leads from its documents to the files of the published version', async () => {
    const addresses = fileAddresses(somebody, '1.2.3');
    for (const file of ['README.md', 'CHANGELOG.md']) {
      const text = packedDocument(await readFile(path.join(root, file), 'utf8'), addresses);
      const links = [...text.matchAll(/\b(?:src|srcset|href)="([^"]*)"|\]\(([^)\s]*)/g)].map(
        ([, a, b]) => a ?? b ?? '',
      );
      assert.deepEqual(
        links.filter(link => !/^(?:https:|#)/.test(link)),
        [],
        file,
      );
      const own = links.flatMap(link => /\/acme\/code-review\/(?:blob|raw)\/v1\.2\.3\/([^#]+)/.exec(link)?.[1] ?? []);
      for (const each of own) await stat(path.join(root, each));
      assert.equal(own.length > 0, file === 'README.md');
    }
  });

  it('tells the addresses of whoever publishes it, and none before', async () => {
    const empty = await readPublishing();
    assert.deepEqual(Object.keys(empty).sort(), Object.keys(somebody).sort());
    const none: Publishing = { repository: '', bugs: '', homepage: '', qna: '' };
    assert.deepEqual(publishedManifest({ name: 'a' }, none), { name: 'a' });
    assert.equal(fileAddresses(none, '1.2.3'), undefined);
    assert.deepEqual(publishedManifest({ name: 'a' }, somebody), {
      name: 'a',
      repository: { type: 'git', url: somebody.repository },
      bugs: { url: somebody.bugs },
      homepage: somebody.homepage,
      qna: 'marketplace',
    });
    for (const wrong of ['http://acme.example', 'acme/code-review', 'javascript:alert(1)'])
      assert.throws(() => publishedManifest({}, { ...somebody, bugs: wrong }), /publishing\.json: "bugs" has to be/);
  });

  it('is linked where its repository is on GitHub or GitLab, however the address ends', () => {
    const on = (repository: string): string | undefined =>
      fileAddresses({ ...somebody, repository }, '1.0.0')?.pictures;
    assert.equal(on('https://github.com/acme/x'), 'https://github.com/acme/x/raw/v1.0.0/');
    assert.equal(on('https://github.com/acme/x.git'), 'https://github.com/acme/x/raw/v1.0.0/');
    assert.equal(on('https://gitlab.com/acme/team/x/'), 'https://gitlab.com/acme/team/x/-/raw/v1.0.0/');
    assert.equal(on('https://git.acme.example/x'), undefined);
  });

  it('has what the Marketplace and Open VSX ask for', () => {
    for (const name of [manifest.publisher, manifest.name]) assert.match(name, /^[a-z0-9][a-z0-9-]{0,254}$/);
    assert.match(manifest.version, /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)$/);
    const lines = [manifest.displayName, manifest.license, ...manifest.categories, ...manifest.keywords];
    for (const line of lines) assert.ok(line.length <= 255 && !/\p{C}|\p{Zl}|\p{Zp}|%/u.test(line), line);
    assert.ok(manifest.description.length <= 200 && !/\p{C}|%/u.test(manifest.description));
    assert.ok(manifest.keywords.length <= 30, 'the Marketplace takes 30');
    const known = ['AI', 'Chat', 'Linters', 'SCM Providers', 'Testing', 'Other'];
    assert.deepEqual(
      manifest.categories.filter(each => !known.includes(each)),
      [],
    );
    assert.match(manifest.galleryBanner.color, /^#[0-9a-f]{6}$/);
    assert.match(manifest.galleryBanner.theme, /^(?:dark|light)$/);
    assert.equal(path.extname(manifest.icon), '.png', 'neither takes SVG');
    assert.equal(manifest.license, 'MIT');
    assert.equal(manifest.enabledApiProposals, undefined, 'neither takes proposed API');
    assert.equal(manifest.extensionDependencies, undefined, 'Open VSX has to have them all');
    // Open VSX keeps these by the name alone, whatever their case.
    const assets = ['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE', path.basename(manifest.icon)];
    assert.equal(new Set(assets.map(each => each.toLowerCase())).size, assets.length);
  });
});
