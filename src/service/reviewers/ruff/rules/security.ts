import { quote } from '../../rule.ts';
import { callAt } from '../python/calls.ts';
import { isToOwnMachine } from '../python/ownMachine.ts';
import { parameterInText } from '../python/shellCommand.ts';
import type { RuffRule } from '../report.ts';

const shell: RuffRule = {
  severity: 'high',
  category: 'security',
  evidence: { definite: 'A shell splits and runs what a caller puts into the text of a command.' },
  exceptTests: true,
  isFalsePositive: ({ text, end }) => parameterInText(text, end) === undefined,
  say: ({ text, end, code }) => ({
    title: `\`${parameterInText(text, end) ?? ''}\` is put into the shell command of ${quote(code)}: a caller can run other commands.`,
    body: 'A space or a `;` in the value ends the argument. Use `subprocess.run` with a list of arguments and without `shell=True`.',
  }),
};

/** What developers run by hand. */
const byHand = /^(?:scripts?|tools?|examples?|benchmarks?|hack|ci|\.\w+)\//;

/** Switches off Python's warnings of connections that are not verified: whoever does knows of them. */
const silencesWarnings = /\bdisable_warnings[ \t]*\(|\bInsecureRequestWarning\b/;

/** Rules on calls that let others in. */
export const securityRules: Readonly<Record<string, RuffRule>> = {
  S113: {
    severity: 'medium',
    category: 'bug',
    evidence: { definite: '`requests` has no timeout of its own, as its documentation says.' },
    exceptTests: true,
    mostComments: 3,
    // Whoever writes `timeout=None` means it, and whoever runs a tool by hand can stop it.
    isFalsePositive: ({ message, path, text, start, end, wasThere }) =>
      message.includes('set to') ||
      byHand.test(path) ||
      // What is handed on may have one.
      /[(,]\s*\*\*/.test(callAt(text, start, end)) ||
      isToOwnMachine(text, end) ||
      wasThere(callAt(text, start, end)),
    say: ({ code }) => ({
      title: `${quote(code)} waits forever where the server does not answer: it has no timeout.`,
      body: '`requests` waits without end unless it is told otherwise. Give `timeout` in seconds.',
    }),
  },
  S501: {
    severity: 'high',
    category: 'security',
    evidence: { definite: 'The certificate is not verified.' },
    exceptTests: true,
    mostComments: 1,
    // What the change itself switches off speaks for nothing.
    isFalsePositive: ({ isOld }) => isOld(silencesWarnings),
    say: ({ code }) => ({
      title: `${quote(code)} accepts any certificate: anyone on the way can read and change what is sent.`,
      body: 'Leave verification on. For a private authority, give the path of its certificate.',
    }),
  },
  S602: shell,
  S605: shell,
};
