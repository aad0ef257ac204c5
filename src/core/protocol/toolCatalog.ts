import { commaList, t } from '../base/l10n.ts';
import { hasOnlyReferences, namesFilesForMypy } from './compilerSettings.ts';
import type { ToolSetting } from './toolSetting.ts';

/** What can be found out about a workspace without running anything in it. */
export interface Workspace {
  /** Whether a file or folder exists. The path is relative to the root, with `/`. */
  readonly has: (path: string) => boolean;
  /** Whether a program is installed in the project or on the `PATH`. */
  readonly hasProgram: (name: string) => boolean;
  /** A file's text; undefined if it cannot be read. */
  readonly read: (path: string) => string | undefined;
}

/** An entry for the setting `codeReview.tools` that suits a workspace. */
export interface SuggestedTool {
  readonly setting: ToolSetting;
  /** A sentence that says what has to be installed first; absent if nothing is missing. */
  readonly missing?: string;
}

interface KnownTool {
  /** Paths, any of which shows that the project uses the tool. */
  readonly signs: readonly string[];
  /** Paths, any of which shows it if everything the tool needs is installed. */
  readonly hints: readonly string[];
  readonly programs: readonly string[];
  readonly packages: readonly string[];
  readonly install: string;
  readonly setting: ToolSetting;
  /** The command where the workspace needs another one; undefined if it does not. */
  readonly commandFor?: (workspace: Workspace) => readonly string[] | undefined;
  /** A path that shows that another tool checks all that this one does, and more. */
  readonly unless?: string;
}

const script = ['js', 'jsx', 'mjs', 'cjs', 'ts', 'tsx', 'mts', 'cts'].map(ending => `**/*.${ending}`);

/** 2 where nothing is written, as with `--noEmit`, although there are errors. */
const ofCompilers = { exitCodes: [0, 1, 2], timeoutSeconds: 240 };

const mypy = [
  'mypy',
  '--no-pretty',
  '--show-column-numbers',
  '--show-error-codes',
  '--hide-error-context',
  '--no-color-output',
  '--no-error-summary',
];
const pyrightScript = 'node_modules/pyright/index.js';
const vueTsc = 'node_modules/vue-tsc/bin/vue-tsc.js';

/** Checks the projects that a `tsconfig.json` refers to if it has no files itself: without `--build`, it checks nothing. */
function buildFor(script: string, { read }: Workspace): readonly string[] | undefined {
  const isBuild = hasOnlyReferences(read('tsconfig.json') ?? '');
  return isBuild ? ['node', script, '--build', '--noEmit', '--pretty', 'false'] : undefined;
}

// npm programs are named by their script: on Windows their launchers are .cmd files, which need a shell.
// Options are those of ESLint 10, Biome 2, oxlint 1, ruff 0.16, golangci-lint 2.1, Clippy 1.95, semgrep 1, ShellCheck 0.9,
// TypeScript 5 to 7, vue-tsc 3, pyright 1.1 and mypy 1.
const knownTools: readonly KnownTool[] = [
  {
    signs: ['node_modules/eslint/bin/eslint.js'],
    hints: [],
    programs: [],
    // ESLint has no SARIF formatter of its own.
    packages: ['@microsoft/eslint-formatter-sarif'],
    install: 'npm install --save-dev @microsoft/eslint-formatter-sarif',
    setting: {
      name: 'eslint',
      command: ['node', 'node_modules/eslint/bin/eslint.js', '--format=@microsoft/eslint-formatter-sarif', '{files}'],
      format: 'sarif',
      files: script,
      fix: true,
    },
  },
  {
    signs: ['node_modules/@biomejs/biome/bin/biome'],
    hints: [],
    programs: [],
    packages: [],
    install: '',
    setting: {
      name: 'biome',
      // Only Biome's rdjson output contains fixes. Files that its configuration ignores are no error.
      command: [
        'node',
        'node_modules/@biomejs/biome/bin/biome',
        'lint',
        '--reporter=rdjson',
        '--max-diagnostics=none',
        '--no-errors-on-unmatched',
        '--files-ignore-unknown=true',
        '{files}',
      ],
      format: 'rdjson',
      files: [...script, '**/*.json', '**/*.jsonc', '**/*.css', '**/*.graphql'],
    },
  },
  {
    signs: ['node_modules/oxlint/bin/oxlint'],
    hints: [],
    programs: [],
    packages: [],
    install: '',
    setting: {
      name: 'oxlint',
      command: [
        'node',
        'node_modules/oxlint/bin/oxlint',
        '--format=sarif',
        '--no-error-on-unmatched-pattern',
        '{files}',
      ],
      format: 'sarif',
      files: [...script, '**/*.vue', '**/*.svelte', '**/*.astro'],
      fix: true,
    },
  },
  {
    signs: ['ruff.toml', '.ruff.toml', '.venv/bin/ruff', '.venv/Scripts/ruff.exe'],
    hints: ['pyproject.toml'],
    programs: ['ruff'],
    packages: [],
    install: 'pip install ruff',
    setting: {
      name: 'ruff',
      // Files that the project excludes stay excluded although they are named.
      command: ['ruff', 'check', '--output-format=rdjson', '--no-cache', '--force-exclude', '{files}'],
      format: 'rdjson',
      files: ['**/*.py', '**/*.pyi', '**/*.ipynb'],
    },
  },
  {
    signs: ['.golangci.yml', '.golangci.yaml', '.golangci.toml', '.golangci.json'],
    hints: ['go.mod'],
    programs: ['golangci-lint'],
    packages: [],
    install: 'go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@latest',
    setting: {
      name: 'golangci-lint',
      // golangci-lint checks packages, not files. Its statistics would be mixed with the SARIF, and without the path mode
      // its paths may be relative to another folder, such as that of its configuration.
      command: [
        'golangci-lint',
        'run',
        '--output.sarif.path=stdout',
        '--output.text.path=stderr',
        '--path-mode=abs',
        '--show-stats=false',
        '--max-issues-per-linter=0',
        '--max-same-issues=0',
        '--allow-parallel-runners',
        './...',
      ],
      format: 'sarif',
      files: ['**/*.go'],
      fix: true,
      timeoutSeconds: 240,
    },
  },
  {
    signs: ['clippy.toml', '.clippy.toml'],
    hints: ['Cargo.toml'],
    programs: ['cargo-clippy', 'clippy-sarif'],
    packages: [],
    install: 'rustup component add clippy && cargo install clippy-sarif',
    setting: {
      name: 'clippy',
      command: ['cargo', 'clippy', '--all-targets', '--message-format=json'],
      convertWith: ['clippy-sarif'],
      format: 'sarif',
      files: ['**/*.rs'],
      // 101 if a lint is denied or the code does not compile; the output reports both.
      exitCodes: [0, 101],
      timeoutSeconds: 240,
    },
  },
  {
    // Only rules of the project: rules of the registry would be downloaded, and scans would be reported there.
    signs: ['.semgrep.yml'],
    hints: [],
    programs: ['semgrep'],
    packages: [],
    install: 'pip install semgrep',
    setting: {
      name: 'semgrep',
      command: [
        'semgrep',
        'scan',
        '--sarif',
        '--quiet',
        '--metrics=off',
        '--disable-version-check',
        '--config=.semgrep.yml',
        '{files}',
      ],
      format: 'sarif',
      timeoutSeconds: 120,
    },
  },
  {
    signs: ['.shellcheckrc'],
    // ShellCheck has no SARIF output.
    hints: [],
    programs: ['shellcheck', 'shellcheck-sarif'],
    packages: [],
    install: 'cargo install shellcheck-sarif',
    setting: {
      name: 'shellcheck',
      // In its older JSON format a tab counts as up to eight columns.
      command: ['shellcheck', '--format=json1', '{files}'],
      convertWith: ['shellcheck-sarif', '--format=json1'],
      format: 'sarif',
      files: ['**/*.sh', '**/*.bash'],
    },
  },
  {
    signs: ['tsconfig.json'],
    hints: [],
    programs: [],
    packages: ['typescript'],
    install: 'npm install --save-dev typescript',
    setting: {
      name: 'tsc',
      command: ['node', 'node_modules/typescript/bin/tsc', '--noEmit', '--pretty', 'false'],
      format: 'tsc',
      scope: 'project',
      files: [...script, '**/tsconfig*.json', '**/package.json'],
      ...ofCompilers,
    },
    commandFor: workspace => buildFor('node_modules/typescript/bin/tsc', workspace),
    // Of components, it knows nothing.
    unless: vueTsc,
  },
  {
    signs: [vueTsc],
    hints: [],
    programs: [],
    packages: [],
    install: '',
    setting: {
      name: 'vue-tsc',
      command: ['node', vueTsc, '--noEmit', '--pretty', 'false'],
      format: 'tsc',
      scope: 'project',
      files: [...script, '**/*.vue', '**/tsconfig*.json', '**/package.json'],
      ...ofCompilers,
    },
    commandFor: workspace => buildFor(vueTsc, workspace),
  },
  {
    signs: ['pyrightconfig.json'],
    hints: ['pyproject.toml', pyrightScript],
    programs: ['pyright'],
    packages: [],
    install: 'pip install pyright',
    setting: {
      name: 'pyright',
      command: ['pyright', '--outputjson'],
      format: 'pyright',
      scope: 'project',
      files: ['**/*.py', '**/*.pyi', '**/pyproject.toml', '**/pyrightconfig.json'],
      timeoutSeconds: 240,
    },
    commandFor: ({ has }) => (has(pyrightScript) ? ['node', pyrightScript, '--outputjson'] : undefined),
  },
  {
    signs: ['mypy.ini', '.mypy.ini'],
    hints: ['pyproject.toml', 'setup.cfg'],
    programs: ['mypy'],
    packages: [],
    install: 'pip install mypy',
    setting: {
      name: 'mypy',
      command: [...mypy, '.'],
      format: 'mypy',
      scope: 'project',
      files: ['**/*.py', '**/*.pyi', '**/pyproject.toml', '**/mypy.ini', '**/setup.cfg'],
      // 2 if a file does not parse, which the output reports.
      exitCodes: [0, 1, 2],
      timeoutSeconds: 240,
    },
    commandFor: ({ read }) => (namesFilesForMypy(read) ? mypy : undefined),
  },
];

/** Returns the entries that suit a workspace: one for each tool that it seems to use. */
export function suggestTools(workspace: Workspace): SuggestedTool[] {
  return knownTools.flatMap(tool => {
    const found = suggestTool(tool, workspace);
    return found === undefined ? [] : [found];
  });
}

function suggestTool(tool: KnownTool, workspace: Workspace): SuggestedTool | undefined {
  const { signs, hints, programs, packages, install, commandFor, unless } = tool;
  const { has, hasProgram } = workspace;
  if (unless !== undefined && has(unless)) return undefined;
  const command = commandFor?.(workspace) ?? tool.setting.command;
  const setting = { ...tool.setting, command };
  const missing = [
    // What the command runs by its script is there.
    ...programs.filter(name => !hasProgram(name) && !(command[0] === 'node' && has(command[1] ?? ''))),
    ...packages.filter(name => !has(`node_modules/${name}`)),
  ];
  if (missing.length === 0) return [...signs, ...hints].some(has) ? { setting } : undefined;
  if (!signs.some(has)) return undefined;
  return {
    setting,
    missing: t('Not installed: {missing}. It is installed with “{command}”.', {
      missing: commaList(missing),
      command: install,
    }),
  };
}
