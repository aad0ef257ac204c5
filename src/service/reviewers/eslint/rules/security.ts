import type { LintRule } from '../report.ts';

/** Rules on code that lets others in. */
export const securityRules: Readonly<Record<string, LintRule>> = {
  'review/sql-from-template': {
    severity: 'critical',
    category: 'security',
    exceptTests: true,
    say: ({ names: [value = ''], messageId }) => ({
      title: `\`${value}\` is put ${messageId === 'found' ? 'between the quotes of' : 'into'} a query: a caller can inject SQL.`,
      body: `${messageId === 'found' ? 'A quote in the value ends the text, and what follows it is part of the query.' : 'Whatever the value holds is part of the query.'} Pass the value as a parameter, such as \`$1\` or \`?\`.`,
    }),
  },
};
