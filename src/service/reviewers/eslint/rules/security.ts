import { quote } from '../../rule.ts';
import type { LintRule } from '../report.ts';

/** Tools that developers run on their own files. */
const developing =
  /(?:^|\/)(?:scripts?|bin|tools?|tooling|extra|builds?|ci|release|tasks?|hack|\.\w+|benchmarks?|examples?)\/|(?:^|\/)(?:gulpfile|Gruntfile)\.|\.config\.\w+$/i;

/** Rules on code that lets others in. */
export const securityRules: Readonly<Record<string, LintRule>> = {
  'review/sql-from-template': {
    severity: 'critical',
    category: 'security',
    evidence: { definite: 'A quote in the argument ends the text of the query, and what follows is run.' },
    exceptTests: true,
    say: ({ names: [value = ''] }) => ({
      title: `\`${value}\` is put between the quotes of a query: a caller can inject SQL.`,
      body: 'A quote in the value ends the text, and what follows it is part of the query. Pass the value as a parameter, such as `$1` or `?`.',
    }),
  },
  'review/shell-from-template': {
    severity: 'high',
    category: 'security',
    evidence: { definite: 'A shell splits and runs what a caller puts into the text of a command.' },
    exceptTests: true,
    exceptIn: developing,
    say: ({ names: [value = ''] }) => ({
      title: `\`${value}\` is put into a shell command: a caller can run other commands.`,
      body: 'A space or a `;` in the value ends the argument. Use `execFile` or `spawn` with a list of arguments and no shell.',
    }),
  },
  'review/tls-unchecked': {
    severity: 'high',
    category: 'security',
    evidence: { definite: 'The certificate is not verified.' },
    exceptTests: true,
    mostComments: 1,
    say: ({ code }) => ({
      title: `${quote(code)} accepts any certificate: anyone on the way can read and change what is sent.`,
      body: 'Leave verification on. For a private authority, give its certificate as `ca`.',
    }),
  },
};
