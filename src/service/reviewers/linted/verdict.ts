/**
 * Whether a project keeps a file from a check for unused names; undefined where its settings do not say.
 * @param path relative to the folder of the settings
 */
export type IsUnchecked = (path: string) => boolean | undefined;

export const saysNothing: IsUnchecked = () => undefined;

export function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

/** The texts of a list, or the one text. */
export function asTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter(each => typeof each === 'string') : [];
}
