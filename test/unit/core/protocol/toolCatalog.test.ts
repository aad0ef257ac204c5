import assert from 'node:assert/strict';
import { suggestTools, type SuggestedTool } from '../../../../src/core/protocol/toolCatalog.ts';
import { parseToolSettings } from '../../../../src/service/reviewers/tools/parseToolSettings.ts';

function offered(paths: readonly string[], programs: readonly string[] = []): SuggestedTool[] {
  return suggestTools({ has: path => paths.includes(path), hasProgram: name => programs.includes(name) });
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
    const paths = ['tsconfig.json', 'node_modules/typescript', 'node_modules/vue-tsc/bin/vue-tsc.js', 'mypy.ini'];
    const found = offered([...paths, 'pyproject.toml'], ['pyright', 'mypy']);
    assert.deepEqual(names(found), ['tsc', 'vue-tsc', 'pyright', 'mypy']);
    for (const { setting } of found) assert.equal(setting.scope, 'project');
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
    const all = suggestTools({ has: () => true, hasProgram: () => true });
    assert.deepEqual(names(all), [
      'eslint',
      'biome',
      'oxlint',
      'ruff',
      'golangci-lint',
      'clippy',
      'semgrep',
      'shellcheck',
      'tsc',
      'vue-tsc',
      'pyright',
      'mypy',
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
