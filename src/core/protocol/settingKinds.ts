import { commaList, t } from '../base/l10n.ts';
import { modelEfforts } from './modelEffort.ts';
import { severities } from '../review/severity.ts';
import type { IgnoreRule } from '../review/ignoreRules.ts';

/** The type of a setting. Its value in a settings file can be anything. */
interface SettingKind<T> {
  /** The expected value; completes the sentence "The setting … has to be …". */
  readonly what: () => string;
  readonly fallback: T;
  readonly isRight: (value: unknown) => boolean;
  /** Returns the usable part of a value. */
  readonly usable: (value: unknown) => T;
}

function kind<T>(what: () => string, fallback: T, is: (value: unknown) => value is T): SettingKind<T> {
  return { what, fallback, isRight: is, usable: value => (is(value) ? value : fallback) };
}

const text = kind(
  () => t('text'),
  '',
  value => typeof value === 'string',
);

/** A value that is not text is kept as an invalid address, so that it is reported and not treated as unset. */
const address: SettingKind<string> = {
  ...text,
  usable: value => (typeof value === 'string' ? value : JSON.stringify(value)),
};

const flag = kind(
  () => t('true or false'),
  false,
  value => typeof value === 'boolean',
);

/** One of a set of words, case-insensitive. */
function oneOf<T extends string>(words: readonly T[], fallback: T): SettingKind<T> {
  const find = (value: unknown): T | undefined =>
    typeof value === 'string' ? words.find(word => word.toLowerCase() === value.trim().toLowerCase()) : undefined;
  return {
    what: () => t('one of {words}', { words: commaList(words) }),
    fallback,
    isRight: value => find(value) !== undefined,
    usable: value => find(value) ?? fallback,
  };
}

function wholeNumber(least: number, most: number, fallback: number): SettingKind<number> {
  return kind(
    () => t('a whole number from {least} to {most}', { least, most }),
    fallback,
    value => isWholeNumber(value, least, most),
  );
}

function isWholeNumber(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
}

const amount = kind(
  () => t('a number of 0 or more'),
  0,
  (value): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0,
);

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isIgnored(entry: unknown): entry is IgnoreRule {
  return isObject(entry) && Object.values(entry).every(value => typeof value === 'string');
}

/** Every setting of the extension, by its name after `codeReview.`; package.json declares the same. */
export const settingKinds = {
  baseUrl: address,
  hosts: {
    what: () => t('an object of host names, each with its provider as text'),
    fallback: {},
    isRight: value => isObject(value) && Object.values(value).every(provider => typeof provider === 'string'),
    usable: value =>
      Object.fromEntries(
        Object.entries(isObject(value) ? value : {}).filter(
          (entry): entry is [string, string] => typeof entry[1] === 'string',
        ),
      ),
  } satisfies SettingKind<Readonly<Record<string, string>>>,
  showAs: oneOf(['threads', 'diagnostics', 'both'], 'both'),
  minimumSeverity: oneOf(
    severities.filter(severity => severity !== 'unknown' && severity !== 'praise'),
    'info',
  ),
  ignore: {
    what: () => t('a list of entries such as {example}', { example: '{ "rule": "eslint/*", "path": "docs/**" }' }),
    fallback: [],
    isRight: value => Array.isArray(value) && value.every(isIgnored),
    usable: value => (Array.isArray(value) ? value.filter(isIgnored) : []),
  } satisfies SettingKind<readonly IgnoreRule[]>,
  autoReview: oneOf(['off', 'onPush'], 'off'),
  codeLens: flag,
  plan: oneOf(['Free', 'Pro', 'Enterprise'], 'Free'),
  requestsPerHour: kind(
    () => t('a whole number from {least} to {most}, or null', { least: 1, most: 1_000_000 }),
    null,
    (value): value is number | null => value === null || isWholeNumber(value, 1, 1_000_000),
  ),
  keepDays: wholeNumber(1, 36_500, 30),
  tools: kind(
    () => t('a list of tools'),
    [],
    (value): value is readonly unknown[] => Array.isArray(value),
  ),
  'model.url': address,
  'model.name': text,
  'model.effort': oneOf(modelEfforts, 'medium'),
  'model.tokensPerCall': wholeNumber(2_000, 200_000, 12_000),
  'model.callsPerReview': wholeNumber(1, 20, 6),
  'model.price': amount,
  'model.costPerReview': amount,
  'model.findingsPerFile': wholeNumber(1, 50, 3),
  'model.findingsPerReview': wholeNumber(1, 200, 10),
} as const;

export type SettingName = keyof typeof settingKinds;
/** The type of a setting's value. */
export type SettingValue<N extends SettingName> = ReturnType<(typeof settingKinds)[N]['usable']>;

/** Returns the usable part of a raw value, or the fallback if the setting is not set. */
export function readSetting<N extends SettingName>(name: N, value: unknown): SettingValue<N> {
  const { usable, fallback }: SettingKind<unknown> = settingKinds[name];
  return (value === undefined || value === null ? fallback : usable(value)) as SettingValue<N>;
}

/** Returns a sentence that says what a setting has to be; undefined if it is valid or not set. */
export function settingProblem(name: SettingName, value: unknown): string | undefined {
  const { what, isRight }: SettingKind<unknown> = settingKinds[name];
  if (value === undefined || value === null || isRight(value)) return undefined;
  return t('The setting “codeReview.{name}” has to be {what}.', { name, what: what() });
}
