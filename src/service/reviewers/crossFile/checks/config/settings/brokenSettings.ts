import type { Check } from '../../../check.ts';
import { quoted } from '../../javascript/words.ts';
import { settingsFormat, type SettingsFacts } from './readSettings.ts';

/** Finds settings that could be parsed at the base and cannot be any more. Others may be templates. */
export const brokenSettings: Check<SettingsFacts> = ({ base, head, changed }) =>
  [...changed].flatMap(([path, newLines]) => {
    const before = base.facts(path);
    const error = head.facts(path)?.error;
    if (before === undefined || before.error !== undefined || error === undefined) return [];
    const { line = [...newLines][0] ?? 1, reason } = error;
    const stops = reason === undefined ? '' : `The parser stops here: ${reason}. `;
    return [
      {
        rule: 'cross-file/broken-settings',
        severity: 'medium',
        category: 'bug',
        title: `${quoted(path)} is no valid ${settingsFormat(path)?.name ?? 'text'} any more, so what reads it fails`,
        body: `${stops}Before this change it could be parsed.`,
        at: { path, line, column: 1, endColumn: 1 },
        related: [],
      },
    ];
  });
