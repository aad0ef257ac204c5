import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { entries, packageEntries } from '../../.config/bundles.ts';
import { packedDocument } from '../../.config/packedDocument.ts';

const root = path.resolve(import.meta.dirname, '../..');

function filesIn(folder: string, ending: string): string[] {
  const names = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' });
  return names.filter(name => name.endsWith(ending)).map(name => path.join(folder, name));
}

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const pages = [...readdirSync(root).filter(name => name.endsWith('.md')), ...filesIn('docs', '.md')];
const comments = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm;

/** Each match of a pattern in some files, with the file that it is in. */
function matchesIn(files: readonly string[], pattern: RegExp): { readonly file: string; readonly match: string }[] {
  return files.flatMap(file => [...read(file).matchAll(pattern)].map(([, match = '']) => ({ file, match })));
}

describe('the documents', () => {
  it('link to files that exist', () => {
    const links = matchesIn(pages, /\]\(([^)#\s]+)[^)]*\)/g).filter(({ match }) => !/^[a-z]+:/.test(match));
    assert.ok(links.length > 10);
    const dead = links.filter(({ file, match }) => !existsSync(path.join(root, path.dirname(file), match)));
    assert.deepEqual(dead, []);
  });

  it('show and link nothing that is not packed, where they are packed', () => {
    const packed = pages.filter(file => read('.vscodeignore').split('\n').includes(`!${file}`));
    assert.deepEqual(packed.sort(), ['CHANGELOG.md', 'README.md']);
    for (const file of packed) {
      const text = packedDocument(read(file));
      const inHtml = [...text.matchAll(/\b(?:src|srcset|href)="([^"]*)"/g)];
      const inMarkdown = [...text.matchAll(/\]\(([^)\s]*)/g)];
      const addresses = [...inHtml, ...inMarkdown].map(([, address = '']) => address);
      assert.deepEqual(
        addresses.filter(address => !/^(?:https:|#)/.test(address)),
        [],
        file,
      );
    }
    const readme = packedDocument(read('README.md'));
    assert.doesNotMatch(readme, /<picture|<img/);
    assert.match(readme, /^# Code Review\n[\s\S]+\n## Settings\n/);
    assert.match(readme, /The API says what it answers/);
  });

  it('tell what changed by version, in the form of Keep a Changelog, the newest first', () => {
    const changelog = read('CHANGELOG.md');
    const versions = [...changelog.matchAll(/^## (\S+) - (\d{4}-\d{2}-\d{2})$/gm)];
    const { version } = JSON.parse(read('package.json')) as { readonly version: string };
    assert.equal(versions[0]?.[1], version);
    const [numbers, dates] = [1, 2].map(group => versions.map(match => match[group] ?? ''));
    const newestFirst = (a: string, b: string): number => b.localeCompare(a, 'en', { numeric: true });
    assert.deepEqual(numbers, numbers?.toSorted(newestFirst));
    assert.deepEqual(dates, dates?.toSorted(newestFirst));
    assert.equal(versions.length, changelog.match(/^## /gm)?.length, 'a heading without version and date');
    const kinds = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
    const others = [...changelog.matchAll(/^### (.*)$/gm)].filter(([, kind = '']) => !kinds.includes(kind));
    assert.deepEqual(others, []);
  });

  it('name files and folders that exist', () => {
    const named = matchesIn(pages, /`((?:src|test|docs|\.config)\/[\w./-]+)`/g);
    assert.ok(named.length > 10);
    const missing = named.filter(({ match }) => !existsSync(path.join(root, match)));
    assert.deepEqual(missing, []);
  });

  it('list every bundle', () => {
    const architecture = read('docs/architecture.md');
    const unnamed = Object.keys({ ...entries, ...packageEntries }).filter(
      name => !architecture.includes(`\`${name}.js\``),
    );
    assert.deepEqual(unnamed, []);
  });

  it('list every decision', () => {
    const listed = matchesIn(['docs/decisions/README.md'], /\]\(([^)]+\.md)\)/g).map(({ match }) => match);
    const written = readdirSync(path.join(root, 'docs/decisions')).filter(name => name !== 'README.md');
    assert.deepEqual(listed.sort(), written.sort());
  });

  it('are there where a comment in the code cites one, and no other document is cited', () => {
    const code = ['src', 'test', '.config'].flatMap(folder => filesIn(folder, '.ts'));
    const cited = code.flatMap(file =>
      [...read(file).matchAll(comments)].flatMap(([comment]) =>
        [...comment.matchAll(/(?<![\w.`'/-])[\w.-]+(?:\/[\w.-]+)*\.md\b/g)].map(([document]) => ({ file, document })),
      ),
    );
    assert.ok(cited.length > 10);
    const missing = cited.filter(({ document }) => !existsSync(path.join(root, document)));
    assert.deepEqual(missing, []);
  });
});
