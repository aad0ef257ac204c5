import { literalsIn } from './literals.ts';
import { isAll, isListed, type PathPatterns } from './pathPatterns.ts';
import { asObject, asTexts, type IsUnchecked } from './verdict.ts';
import { parseJsonc } from '../scripts/parseJsonc.ts';

/** A part of the settings: the files that it is about, and which rules it sets. */
interface Part {
  readonly files?: readonly string[];
  readonly except: readonly string[];
  readonly rules: Readonly<Record<string, unknown>>;
}

interface Settings {
  readonly ignored: PathPatterns;
  readonly parts: readonly Part[];
  /** Whether patterns without a slash mean files in any folder. */
  readonly isAnywhere: boolean;
}

/** Rules on unused names, the one that matters for both languages first. */
const typed = '@typescript-eslint/no-unused-vars';
const plain = 'no-unused-vars';
const unusedRules = [typed, plain, 'unused-imports/no-unused-imports', 'unused-imports/no-unused-vars'];

/** What `eslint.config.js` says, as far as it stands there in so many words. */
export function flatSettings(text: string): IsUnchecked {
  const { objects, ignores } = literalsIn(text, new Set(['files', 'ignores', 'rules']));
  const isGlobal = (each: Readonly<Record<string, unknown>>): boolean =>
    Object.keys(each).every(key => key === 'ignores' || key === 'name');
  return uncheckedBy({
    ignored: {
      patterns: [...objects.filter(isGlobal).flatMap(each => asTexts(each['ignores'])), ...ignores.flatMap(asTexts)],
      isAnywhere: false,
    },
    parts: objects.filter(each => !isGlobal(each)).map(partOf),
    isAnywhere: false,
  });
}

/** What `.eslintrc.js` says, as far as it stands there in so many words. */
export function scriptSettings(text: string): IsUnchecked {
  const [first] = literalsIn(text, new Set(['ignorePatterns', 'overrides', 'rules', 'extends'])).objects;
  return uncheckedBy(oldSettings(first ?? {}));
}

/** What `.eslintrc.json`, which may have comments, or `.oxlintrc.json` says. */
export function jsonSettings(text: string): IsUnchecked {
  const { config } = parseJsonc(text);
  return uncheckedBy(oldSettings(asObject(config)));
}

/** What `package.json` says. */
export function manifestSettings(text: string): IsUnchecked {
  const { config } = parseJsonc(text);
  const { eslintConfig, eslintIgnore } = asObject(config);
  const settings = oldSettings(asObject(eslintConfig));
  const patterns = [...settings.ignored.patterns, ...asTexts(eslintIgnore)];
  return uncheckedBy({ ...settings, ignored: { patterns, isAnywhere: true } });
}

/** What `.eslintignore` lists. */
export function ignoreList(text: string): IsUnchecked {
  const lines = text.split(/\r?\n/).map(line => line.trim());
  const ignored = { patterns: lines.filter(line => line !== '' && !line.startsWith('#')), isAnywhere: true };
  return path => isListed(ignored, path) || undefined;
}

/** What `biome.json` says: of what it includes, the exceptions. */
export function biomeSettings(text: string): IsUnchecked {
  const { config } = parseJsonc(text);
  const { files, linter } = asObject(config);
  const patterns = [files, linter].map(asObject).flatMap(each => {
    const except = asTexts(each['includes']).filter(one => one.startsWith('!'));
    return [...asTexts(each['ignore']), ...except.map(one => one.replace(/^!+/, ''))];
  });
  return path => isListed({ patterns, isAnywhere: true }, path) || undefined;
}

function oldSettings(settings: Readonly<Record<string, unknown>>): Settings {
  const overrides = settings['overrides'];
  const parts = [{ ...settings, files: undefined }, ...(Array.isArray(overrides) ? overrides.map(asObject) : [])];
  return {
    ignored: { patterns: asTexts(settings['ignorePatterns']), isAnywhere: true },
    parts: parts.map(partOf),
    isAnywhere: true,
  };
}

function partOf(settings: Readonly<Record<string, unknown>>): Part {
  return {
    ...(settings['files'] !== undefined && { files: asTexts(settings['files']) }),
    except: [...asTexts(settings['ignores']), ...asTexts(settings['excludedFiles'])],
    rules: asObject(settings['rules']),
  };
}

function uncheckedBy({ ignored, parts, isAnywhere }: Settings): IsUnchecked {
  return path => {
    if (isListed(ignored, path)) return true;
    const isAbout = ({ files, except }: Part): boolean =>
      (files === undefined || files.some(each => isAll(each) || isListed({ patterns: [each], isAnywhere }, path))) &&
      !isListed({ patterns: except, isAnywhere }, path);
    const set = Object.assign({}, ...parts.filter(isAbout).map(({ rules }) => rules)) as Readonly<
      Record<string, unknown>
    >;
    const states = unusedRules.map(rule => isOff(set[rule]));
    if (states.includes(false)) return false;
    // Presets for TypeScript set the rule of their own.
    const decisive = /\.[cm]?tsx?$|\.(?:vue|svelte)$/.test(path) ? [typed] : [typed, plain];
    return decisive.some(rule => isOff(set[rule]) === true) || undefined;
  };
}

/** Whether a rule is switched off; undefined where it is not set. */
function isOff(setting: unknown): boolean | undefined {
  const severity: unknown = Array.isArray(setting) ? setting[0] : setting;
  return severity === undefined ? undefined : severity === 'off' || severity === '0' || severity === 0;
}
