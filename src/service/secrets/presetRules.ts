import { posix } from 'node:path';
import { rules } from '@secretlint/secretlint-rule-preset-recommend';

/** A match of a rule of secretlint's preset. */
interface PresetMatch {
  /** UTF-16 offsets in the text. */
  readonly start: number;
  readonly end: number;
  /** Name of the rule: "sendgrid". */
  readonly name: string;
  readonly url: string | undefined;
}

type Rule = (typeof rules)[number];
type Source = Parameters<NonNullable<ReturnType<Rule['create']>['file']>>[0];

/**
 * `filter-comments` lets comments disable the search; `gcp` reads files from the disk, and its finding is a private key
 * that another rule finds. `npm` takes variables of npm's environment for tokens, by their beginning and their length, and
 * knows no form that is not among our own patterns.
 */
const leftOut = new Set(['filter-comments', 'gcp', 'npm']);
const used = rules.flatMap(rule => {
  const name = rule.meta.id.replace(/^.*secretlint-rule-/, '');
  return leftOut.has(name) ? [] : [{ rule, name, url: rule.meta.docs?.url }];
});

/**
 * Runs the rules of secretlint's preset. Runs them one by one, since secretlint's own engine compares each match with all
 * others, which takes minutes for a file with many keys.
 */
export function presetMatches(path: string, text: string): PresetMatch[] {
  const source = {
    content: text,
    filePath: path,
    ext: posix.extname(path),
    contentType: 'text',
    hasBOM: false,
  } as Source;
  return used.flatMap(({ rule, name, url }) => {
    const found: PresetMatch[] = [];
    const handler = rule.create(
      {
        sharedOptions: {},
        createTranslator: () => () => ({ message: '', messageId: '', data: undefined }),
        report: ({ range: [start, end] }) => found.push({ start, end, name, url }),
        ignore: () => undefined,
      },
      {},
    );
    void handler.file?.(source);
    return found;
  });
}
