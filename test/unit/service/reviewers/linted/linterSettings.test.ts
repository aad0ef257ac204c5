import assert from 'node:assert/strict';
import {
  biomeSettings,
  flatSettings,
  ignoreList,
  jsonSettings,
  manifestSettings,
  scriptSettings,
} from '../../../../../src/service/reviewers/linted/eslintSettings.ts';
import { preCommitSettings } from '../../../../../src/service/reviewers/linted/preCommitSettings.ts';
import {
  flake8Settings,
  pyprojectSettings,
  ruffTomlSettings,
} from '../../../../../src/service/reviewers/linted/pythonSettings.ts';
import type { IsUnchecked } from '../../../../../src/service/reviewers/linted/verdict.ts';

const flat = `import js from '@eslint/js';
export default defineConfig([
  js.configs.recommended,
  globalIgnores(['generated/**']),
  { name: 'out', ignores: ['dist', 'docs/**', '!docs/own/**'] },
  { files: ['**/*.{ts,tsx}'], rules: { '@typescript-eslint/no-unused-vars': ['error', { args: 'none' }] } },
  { files: ['ui/filters/**/*.{ts,tsx}'], ignores: ['**/*.test.ts'], rules: { '@typescript-eslint/no-unused-vars': 'off' } },
  { files: ['scripts/**'], rules: { 'no-unused-vars': 0 } },
  ...more,
]);
`;

/** Paths that settings keep from the check for unused names, and paths that they do not. */
const cases: readonly (readonly [
  what: string,
  says: IsUnchecked,
  kept: readonly string[],
  checked: readonly string[],
])[] = [
  [
    'eslint.config.js',
    flatSettings(flat),
    ['generated/a.js', 'dist/a.js', 'docs/b/a.js', 'ui/filters/a.tsx', 'scripts/a.mjs'],
    ['src/a.js', 'src/dist/a.js', 'docs/own/a.js', 'ui/filters/a.test.ts', 'ui/a.ts', 'scripts/a.ts'],
  ],
  [
    'an eslint.config.js that computes all',
    flatSettings('export default make({ ignores: list });\n'),
    [],
    ['a.js', 'dist/a.js'],
  ],
  [
    '.eslintrc.json',
    jsonSettings(`{
      // What others wrote.
      "ignorePatterns": ["lib", "/old/*.js"],
      "rules": { "no-unused-vars": "off", "@typescript-eslint/no-unused-vars": "warn" },
      "overrides": [{ "files": ["*.seed.ts"], "rules": { "@typescript-eslint/no-unused-vars": ["off"] } }],
    }`),
    ['lib/a.ts', 'src/lib/a.ts', 'old/a.js', 'db/a.seed.ts'],
    ['src/a.ts', 'src/old/a.js', 'src/a.js'],
  ],
  [
    'settings that switch the rule off for JavaScript alone',
    jsonSettings('{ "rules": { "no-unused-vars": 0 } }'),
    ['a.js'],
    ['a.ts', 'a.vue'],
  ],
  [
    '.eslintrc.js',
    scriptSettings("module.exports = { root: true, ignorePatterns: ['lib'], rules: { 'no-unused-vars': 'off' } };\n"),
    ['lib/a.ts', 'a.js'],
    ['a.ts'],
  ],
  [
    'package.json',
    manifestSettings('{ "eslintIgnore": ["lib"], "eslintConfig": { "rules": { "no-unused-vars": "off" } } }'),
    ['lib/a.ts', 'a.js'],
    ['a.ts'],
  ],
  ['.eslintignore', ignoreList('# Copies.\nlib/\n!lib/own\n'), ['lib/a.js', 'src/lib/a.js'], ['a.js', 'lib/own/a.js']],
  [
    'biome.json',
    biomeSettings('{ "files": { "includes": ["**", "!!**/lib"] }, "linter": { "ignore": ["old/**"] } }'),
    ['lib/a.ts', 'src/lib/a.ts', 'old/a.ts'],
    ['src/a.ts'],
  ],
  [
    'pyproject.toml',
    pyprojectSettings(
      '[tool.ruff]\nextend-exclude = ["static/*", "old"]\n[tool.ruff.lint.per-file-ignores]\n"compat/*.py" = ["F401"]\n"bad.py" = ["E501"]\n',
    ),
    ['static/a.py', 'app/old/a.py', 'compat/a.py'],
    ['app/a.py', 'bad.py'],
  ],
  ['ruff.toml that has the rule off', ruffTomlSettings('[lint]\nignore = ["E501", "F401"]\n'), ['a.py'], []],
  ['a pyproject.toml that is none', pyprojectSettings('[tool.ruff\n'), [], ['a.py']],
  [
    'setup.cfg',
    flake8Settings(
      '[metadata]\nname = a\n[flake8]\nmax-line-length = 100\nexclude =\n    old,  # Gone.\n    build\nper-file-ignores =\n    compat/*.py: E501, F401\n[isort]\nexclude = src\n',
    ),
    ['old/a.py', 'x/build/a.py', 'compat/a.py'],
    ['src/a.py'],
  ],
  [
    '.pre-commit-config.yaml',
    preCommitSettings("exclude: '^docs/|/migrations/|devcontainer.json'\nrepos: []\n"),
    ['docs/a.py', 'app/migrations/a.py'],
    ['src/docs/a.py', 'app/a.py'],
  ],
  [
    'a group in .pre-commit-config.yaml',
    preCommitSettings('exclude: ^(docs/|old/)\n'),
    ['docs/a.py', 'old/a.py'],
    ['src/old/a.py'],
  ],
  [
    'a hook of .pre-commit-config.yaml',
    preCommitSettings('repos:\n  - hooks:\n      - exclude: ^docs/\n'),
    [],
    ['docs/a.py'],
  ],
];

describe('settings of linters', () => {
  for (const [what, says, kept, checked] of cases)
    it(`say which files are kept from the check for unused names: ${what}`, () => {
      assert.deepEqual(
        kept.filter(path => says(path) !== true),
        [],
      );
      assert.deepEqual(
        checked.filter(path => says(path) === true),
        [],
      );
    });
});
