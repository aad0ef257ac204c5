import type { EngineComment } from '../../engine/engineComment.ts';

/** The selected rules of Ruff (docs/decisions/reviewers.md). */
export const selection: readonly string[] = [
  ...['E9', 'F', 'PLE', 'RUF006'],
  ...['ASYNC100', 'ASYNC105', 'ASYNC210', 'ASYNC212', 'ASYNC220', 'ASYNC221', 'ASYNC222', 'ASYNC230', 'ASYNC250'],
  ...['ASYNC251'],
  ...['B005', 'B006', 'B015', 'B020', 'B023', 'B025', 'B031', 'B904'],
  ...['S102', 'S113', 'S202', 'S301', 'S324', 'S501', 'S506', 'S602', 'S605', 'S608'],
];

/**
 * Never reported: star imports, and a bare `raise` whose callers may handle an error, cannot be judged from one file.
 */
const unsaid = new Set(['F403', 'F405', 'PLE0704']);
/** Snippets in documentation are incomplete. */
const unsaidInDocumentation = new Set(['F821']);
const documentation = /(?:^|\/)docs?(?:_src)?\//;
const unsaidInTests = /^(?:F841|B018|S\d+)$/;
const cleanup = new Set(['F401', 'F541', 'F841', 'B904', 'F811']);
const why: Readonly<Record<string, string>> = {
  F401: 'Nothing uses it. Remove it, or list it in `__all__` if others import it from here.',
  F541: 'Nothing is put into the text, so the `f` has no effect. Was a name in braces meant?',
  F632: '`is` asks whether it is the same object, which texts and numbers only happen to be.',
  F811: 'The later definition replaces the earlier one, which then was in vain.',
  F821: 'The name is not defined here: the line raises `NameError` when it runs. Is an import missing?',
  F841: 'Nothing reads it. Remove it, or use it.',
  B006: 'The default is made once, when the function is defined, and shared by all calls: what one call puts in, the next one finds.',
  B015: 'The result of the comparison is dropped. Was an assignment or an `assert` meant?',
  B023: 'The function looks the name up when it runs, which is after the loop has moved on.',
  B904: 'Without `from`, it looks as if the second error had come up while the first one was handled.',
  RUF006: 'Nothing holds the task, so it may be collected before it is done.',
  S102: 'Text is run as code: anyone who can change the text can run anything.',
  S113: 'Without a timeout the call waits forever when the other side does not answer.',
  S202: 'A crafted archive can write files outside the folder. Give `filter="data"`.',
  S301: 'Reading a pickle runs the code in it. Read only what you wrote yourself, or use JSON.',
  S324: 'This hash is broken. Use SHA-256, or say `usedforsecurity=False` where it protects nothing.',
  S501: 'Without certificate verification, anyone on the network path can read and change what is sent.',
  S506: 'This loader makes any object the file asks for. Use `yaml.safe_load`.',
  S602: 'A value in the text of a shell command can run other commands. Pass a list of arguments and leave out `shell=True`.',
  S605: 'A value in the text of a shell command can run other commands. Use `subprocess.run` with a list of arguments.',
  S608: 'A value in the text of a query can change the query (SQL injection). Pass it as a parameter.',
};

/** How the findings of a rule are shown. */
interface RuffFacts {
  readonly severity: EngineComment['severity'];
  readonly category: EngineComment['category'];
  readonly why: string;
}

/** How a rule is shown in a file; undefined if it is not. @param code undefined for a syntax error */
export function ruleFacts(code: string | undefined, path: string, isTest: boolean): RuffFacts | undefined {
  if (code === undefined || code.startsWith('E9')) {
    return { severity: 'high', category: 'bug', why: 'The file cannot be imported or run like this.' };
  }
  if (unsaid.has(code) || (isTest && unsaidInTests.test(code))) return undefined;
  if (unsaidInDocumentation.has(code) && documentation.test(path)) return undefined;
  // These files exist for their imports.
  if (code === 'F401' && /(?:^|\/)(?:__init__|compat|_compat)\.py$/.test(path)) return undefined;
  const text = why[code] ?? '';
  if (cleanup.has(code)) return { severity: 'low', category: 'cleanup', why: text };
  if (code.startsWith('S'))
    return {
      severity: code === 'S608' ? 'critical' : code === 'S113' ? 'medium' : 'high',
      category: 'security',
      why: text,
    };
  if (code.startsWith('ASYNC')) {
    return {
      severity: 'medium',
      category: 'bug',
      why: text || 'While this waits, nothing else of the event loop runs.',
    };
  }
  return { severity: /^(?:F821|F632|B006|B023|PLE)/.test(code) ? 'high' : 'medium', category: 'bug', why: text };
}
