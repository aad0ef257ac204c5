import assert from 'node:assert/strict';
import { python } from '../../../../../../src/service/reviewers/crossFile/checks/python/python.ts';
import { unexplainedIn } from '../memoryTrees.ts';
import { doubted, findingsOf, told, type Files } from './pythonChange.ts';

const cli = 'def main():\n    pass\n\n\ndef other():\n    pass\n';
const without = 'def start():\n    pass\n\n\ndef other():\n    pass\n';
const code = { 'app/__init__.py': '', 'app/cli.py': cli };
const toml = (table: string, value = 'app.cli:main'): Files => ({
  'pyproject.toml': `[project]\nname = "app"\n\n[${table}]\napp = "${value}"\n`,
});

describe('functions that a project file names as its commands', () => {
  for (const [what, project, line] of [
    ['of a project', toml('project.scripts'), 5],
    ['with a window', toml('project.gui-scripts'), 5],
    ['as plugins', toml('project.entry-points."pytest11"'), 5],
    ['of Poetry', toml('tool.poetry.scripts'), 5],
    ['with an attribute and an extra', toml('project.scripts', 'app.cli:main.run [extra]'), 5],
    [
      'of setuptools',
      { 'setup.cfg': '[metadata]\nname = app\n\n[options.entry_points]\nconsole_scripts =\n    app = app.cli:main\n' },
      6,
    ],
    ['in a project below', { 'tools/pyproject.toml': '[project.scripts]\napp = "app.cli:main"\n' }, 2],
  ] as const)
    it(`are told where they or their module are gone: ${what}`, () => {
      const [path = ''] = Object.keys(project);
      const before = { ...code, ...project };
      const [finding] = findingsOf(before, { 'app/cli.py': without });
      assert.deepEqual(
        [finding?.title, finding?.severity],
        [`\`main\` is removed from \`app/cli.py\`, but \`${path}\` still uses it`, 'medium'],
      );
      assert.deepEqual(told(before, { 'app/cli.py': without }), [`removed-name app/cli.py:1 <- ${path}:${line}`]);
      assert.deepEqual(told(before, { 'app/cli.py': undefined, 'app/command.py': cli }).length, 1);
      // Neither where they stay, nor where the project file follows.
      assert.deepEqual(told(before, { 'app/cli.py': cli.replace('other', 'another') }), []);
      assert.deepEqual(told(before, { 'app/cli.py': without, [path]: '' }), []);
    });

  for (const [path, command] of [
    ['Dockerfile', 'CMD ["uvicorn", "--host", "0.0.0.0:80", "app.cli:main"]'],
    ['Procfile', 'web: gunicorn -b :$PORT app.cli:main --log-file -'],
    ['compose.yaml', '    command: hypercorn app.cli:main'],
  ] as const)
    it(`are told where a command of ${path} starts them`, () => {
      const before = { ...code, [path]: `\n${command}\n` };
      assert.deepEqual(told(before, { 'app/cli.py': without }), [`removed-name app/cli.py:1 <- ${path}:2`]);
      assert.deepEqual(told(before, { 'app/cli.py': undefined, 'app/command.py': cli }).length, 1);
      assert.deepEqual(told({ ...code, [path]: `# ${command}\n` }, { 'app/cli.py': without }), []);
    });

  it('are told where a command runs their module', () => {
    const before = { ...code, Dockerfile: 'CMD ["python", "-m", "app.cli"]\n' };
    assert.deepEqual(told(before, { 'app/cli.py': undefined, 'app/command.py': cli }).length, 1);
    assert.deepEqual(told(before, { 'app/cli.py': without }), []);
  });

  it('are not told where a new command starts what is found elsewhere', () => {
    const after = { Dockerfile: 'CMD uvicorn never.main:app\nCMD uvicorn app.never:app\n' };
    assert.deepEqual(told(code, after), []);
    assert.deepEqual(unexplainedIn(python, code, { ...code, ...after }), []);
  });

  it('are found in a folder `src`, and by names that the module imports', () => {
    const before = {
      'src/app/__init__.py': '',
      'src/app/cli.py': 'from app.run import main\n',
      'src/app/run.py': cli,
      ...toml('project.scripts'),
    };
    assert.deepEqual(told(before, { 'src/app/cli.py': '' }), [
      'removed-name src/app/cli.py:1 of the base <- pyproject.toml:5',
    ]);
    assert.deepEqual(told(before, { 'src/app/run.py': cli.replace('other', 'another') }), []);
  });

  it('are not told where they are of what is installed, were never there, or the file cannot be read', () => {
    for (const project of [
      toml('project.scripts', 'installed.cli:main'),
      toml('project.scripts', 'app.cli:never'),
      toml('tool.other.scripts'),
      { 'pyproject.toml': '[project.scripts\napp = "app.cli:main"\n' },
      { 'setup.cfg': '[options]\nconsole_scripts =\n    app = app.cli:main\n' },
    ])
      assert.deepEqual(told({ ...code, ...project }, { 'app/cli.py': without }), []);
  });

  it('are a doubt where the change gives the module names that cannot be listed', () => {
    const after = { 'app/cli.py': `${without}\n\nglobals().update(x=1)\n` };
    assert.equal(doubted({ ...code, ...toml('project.scripts') }, after).length, 1);
  });
});
