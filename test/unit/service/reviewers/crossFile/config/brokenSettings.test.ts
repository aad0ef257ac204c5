import assert from 'node:assert/strict';
import { settings } from '../../../../../../src/service/reviewers/crossFile/checks/config/settings/settingsLanguage.ts';
import { findingsOf, told } from '../memoryTrees.ts';

const json = '{\n  "name": "a"\n}\n';
const toml = '[project]\nname = "a"\n';

describe('settings that cannot be parsed any more', () => {
  for (const [path, before, after, line] of [
    ['package.json', json, '{\n  "name": "a",\n}\n', 2],
    ['web/composer.json', json, '{\n  "name": "a" "b"\n}\n', 2],
    ['package.json', json, '', 1],
    ['tsconfig.build.json', '{ "a": 1 } // a\n', '{ "a": 1, // a\n', 1],
    ['web/angular.json', json, '{\n  "name": "a"\n  "b": 1\n}\n', 2],
    ['locales/en.json', json, '{\n  "name": "a",\n  "b" }\n', 3],
    ['pyproject.toml', toml, '[project]\nname = "a\n', 2],
    ['Cargo.toml', toml, '[project]\nname = "a"\n[b\n', 3],
  ] as const)
    it(`are told of: ${path} ${JSON.stringify(after)}`, () => {
      const findings = findingsOf(settings, { [path]: before }, { [path]: after });
      assert.deepEqual(told(findings), [`${path}:${line} cross-file/broken-settings`]);
      assert.match(findings[0]?.title ?? '', /is no valid (?:JSON|TOML) any more/);
    });

  for (const [what, path, before, after] of [
    ['that can be parsed', 'package.json', json, '{ "name": "b" }\n'],
    ['with a byte order mark', 'package.json', json, `\uFEFF${json}`],
    ['with comments, where the compiler reads them', 'tsconfig.json', json, '{ "name": "b", /* b */ }\n'],
    ['that could not be parsed before', 'package.json', '{ {{ name }} }', '{ {{ name }}, }'],
    ['that are new, which may be templates', 'package.json', undefined, '{ {{ name }} }'],
    ['that are deleted', 'package.json', json, undefined],
    ['of tests', 'test/fixtures/a/package.json', json, '{'],
    ['with markers of a merge, which are told of themselves', 'package.json', json, '{\n<<<<<<< a\n'],
    ['of which the format is not known', 'conf/a.json', json, '{'],
  ] as const)
    it(`are not told of ${what}`, () => {
      const of = (text: string | undefined): Record<string, string> => (text === undefined ? {} : { [path]: text });
      assert.deepEqual(findingsOf(settings, of(before), of(after)), []);
    });

  it('are told of without what the parser quotes of them, which may be a secret', () => {
    const [finding] = findingsOf(settings, { 'package.json': '{}' }, { 'package.json': '{ "a": "secret" b }' });
    assert.doesNotMatch(JSON.stringify(finding), /secret/);
  });
});
