import type { Language } from '../../../check.ts';
import { brokenSettings } from './brokenSettings.ts';
import { readSettings, settingsFormat, type SettingsFacts } from './readSettings.ts';

/** Manifests, settings of known programs and locale files, of which only the syntax is checked. */
export const settings: Language<SettingsFacts> = {
  id: 'settings',
  version: 2,
  reads: path => settingsFormat(path) !== undefined,
  judges: () => false,
  extract: readSettings,
  checks: [brokenSettings],
};
