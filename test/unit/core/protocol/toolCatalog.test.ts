import assert from 'node:assert/strict';
import { suggestTools, type SuggestedTool } from '../../../../src/core/protocol/toolCatalog.ts';
import { parseToolSettings } from '../../../../src/service/reviewers/tools/parseToolSettings.ts';

/** @param paths paths of files, or these with their texts */
function offered(
  paths: readonly string[] | Readonly<Record<string, string>>,
  programs: readonly string[] = [],
): SuggestedTool[] {
  const texts = new Map(Array.isArray(paths) ? paths.map(path => [path, ''] as const) : Object.entries(paths));
  return suggestTools({
    has: path => texts.has(path),
    hasProgram: name => programs.includes(name),
    read: path => texts.get(path),
  });
}

const names = (tools: readonly SuggestedTool[]): string[] => tools.map(({ setting }) => setting.name);

describe('the tools that are offered', () => {
  it('are those that the project shows', () => {
    assert.deepEqual(offered(['package.json', 'README.md']), []);
    assert.deepEqual(names(offered(['node_modules/oxlint/bin/oxlint'])), ['oxlint']);
    assert.deepEqual(names(offered(['node_modules/@biomejs/biome/bin/biome', 'ruff.toml'], ['ruff'])), [
      'biome',
      'ruff',
    ]);
  });

  it('name what else has to be installed', () => {
    const eslint = 'node_modules/eslint/bin/eslint.js';
    const formatter = 'node_modules/@microsoft/eslint-formatter-sarif';
    assert.match(offered([eslint])[0]?.missing ?? '', /@microsoft\/eslint-formatter-sarif.*npm install --save-dev/);
    assert.equal(offered([eslint, formatter])[0]?.missing, undefined);
    assert.match(offered(['.shellcheckrc'], ['shellcheck'])[0]?.missing ?? '', /Not installed: shellcheck-sarif\./);
  });

  it('are compilers, which check the whole project', () => {
    assert.match(offered(['tsconfig.json'])[0]?.missing ?? '', /typescript.*npm install --save-dev typescript/);
    const paths = ['tsconfig.json', 'node_modules/typescript', 'mypy.ini', 'pyproject.toml'];
    const found = offered(paths, ['pyright', 'mypy']);
    assert.deepEqual(names(found), ['tsc', 'pyright', 'mypy']);
    // tsc knows nothing of components.
    const ofVue = offered([...paths, 'node_modules/vue-tsc/bin/vue-tsc.js'], ['pyright', 'mypy']);
    assert.deepEqual(names(ofVue), ['vue-tsc', 'pyright', 'mypy']);
    for (const { setting } of [...found, ...ofVue]) assert.equal(setting.scope, 'project');
  });

  it('check what the compiler’s own settings name', () => {
    const commandOf = (paths: Readonly<Record<string, string>>, programs: readonly string[] = []): string =>
      offered(paths, programs)[0]?.setting.command.join(' ') ?? '';
    for (const script of ['node_modules/typescript/bin/tsc', 'node_modules/vue-tsc/bin/vue-tsc.js']) {
      const installed = { [script]: '', 'node_modules/typescript': '' };
      const references = '{\n  // Each has its own.\n  "files": [],\n  "references": [{ "path": "./app" }]\n}';
      assert.equal(
        commandOf({ ...installed, 'tsconfig.json': references }),
        `node ${script} --build --noEmit --pretty false`,
      );
      for (const own of ['{ "include": ["src"] }', references.replace('"files"', '// "files"'), '{ "files": [] }'])
        assert.equal(commandOf({ ...installed, 'tsconfig.json': own }), `node ${script} --noEmit --pretty false`);
    }
    const settings: readonly (readonly [files: Readonly<Record<string, string>>, isNamed: boolean])[] = [
      [{ 'mypy.ini': '[mypy]\nstrict = True\n' }, false],
      [{ 'mypy.ini': '[mypy]\r\nfiles = src\r\n' }, true],
      [{ 'mypy.ini': '[mypy]\nstrict = True\n[mypy-x.*]\nfiles = src\n' }, false],
      [{ 'pyproject.toml': '[tool.mypy]\nfiles = ["src"]\n[[tool.mypy.overrides]]\n' }, true],
      [{ 'pyproject.toml': '[tool.other]\nfiles = ["src"]\n' }, false],
      [{ 'setup.cfg': '[mypy]\npackages = shop\n' }, true],
      [{ 'mypy.ini': '[mypy]\n', 'setup.cfg': '[mypy]\npackages = shop\n' }, false],
    ];
    for (const [files, isNamed] of settings)
      assert.equal(commandOf({ 'pyproject.toml': '', ...files }, ['mypy']).endsWith(' .'), !isNamed);
  });

  it('are run by their script where npm installed them: their launcher needs a shell on Windows', () => {
    const [pyright] = offered(['node_modules/pyright/index.js', 'pyproject.toml']);
    assert.deepEqual(pyright?.setting.command, ['node', 'node_modules/pyright/index.js', '--outputjson']);
    assert.equal(pyright.missing, undefined);
  });

  it('are offered on weaker signs where all that they need is there', () => {
    assert.deepEqual(offered(['pyproject.toml', 'go.mod', 'Cargo.toml']), []);
    const programs = ['ruff', 'golangci-lint', 'cargo-clippy', 'clippy-sarif'];
    assert.deepEqual(names(offered(['pyproject.toml', 'go.mod', 'Cargo.toml'], programs)), [
      'ruff',
      'golangci-lint',
      'clippy',
    ]);
  });

  it('are entries that the setting takes as they are', () => {
    const everything = { has: () => true, hasProgram: () => true, read: () => undefined };
    const [tsc] = offered(['tsconfig.json', 'node_modules/typescript']);
    const all = [...suggestTools(everything), ...(tsc === undefined ? [] : [tsc])];
    assert.deepEqual(names(all), [
      'eslint',
      'biome',
      'oxlint',
      'ruff',
      'golangci-lint',
      'clippy',
      'semgrep',
      'shellcheck',
      'vue-tsc',
      'pyright',
      'mypy',
      'tsc',
    ]);
    const { tools, problems } = parseToolSettings(all.map(({ setting }) => setting));
    assert.deepEqual(problems, []);
    assert.equal(tools.length, all.length);
    const eslint = tools.find(({ name }) => name === 'eslint');
    assert.deepEqual(eslint?.fixCommand?.slice(-2), ['--fix', '{files}']);
    const shellcheck = tools.find(({ name }) => name === 'shellcheck');
    // The converter has to be told, too.
    assert.ok(shellcheck?.command.includes('--format=json1') && shellcheck.convertWith?.includes('--format=json1'));
  });
});
