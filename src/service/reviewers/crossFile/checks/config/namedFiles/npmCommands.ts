import { tryParseJson } from '../../../../../../core/base/jsonText.ts';
import { asObject, textEntries } from '../dependencies/dependencyFacts.ts';
import type { Name, NamedCommand } from './namedFileFacts.ts';

type Found = Pick<NamedCommand, 'name'> & Pick<Name, 'offset'>;

const most = 500;
/** Names that no program of a package has. */
const ownNames = String.raw`(?:build|coverage|dev|e2e|format|lint|type-?check)(?::[\w:.-]{1,60})?`;
/** `npm run build`, `npm test`, `["pnpm", "run", "build"]`, `yarn lint`; with options, another package may be meant. */
const running = new RegExp(
  String.raw`(?<![\w./-])(?:p?npm["',]{0,3}[ \t]{1,9}(?:["']?run["',]{0,3}[ \t]{1,9}["']?([\w:.-]{1,80})|(test))` +
    String.raw`|(?:pnpm|yarn)["',]{0,3}[ \t]{1,9}["']?(?:run[ \t]{1,9})?(${ownNames}))(?![\w:./*$@{%-])([^\n;&|]{0,200})`,
  'g',
);
const elsewhere = /(?:^|[\s"'])(?:-C|-w|--(?:if-present|prefix|workspaces?|filter|dir)\b)|^["']?\s*\\$/;

/** What a line begins with that runs nothing of it, or may do without. */
const idle = /^\s*(?:#|\/\/|-?\s*(?:name|description):)|\s#\s|\becho\b|\|\|\s*$/;

/** Finds the commands of `package.json` that a file runs, but not in comments. */
export function commandsRunBy(text: string): Found[] {
  const found: Found[] = [];
  for (const { 0: whole, 1: run, 2: test, 3: own = '', 4: rest = '', index } of text.matchAll(running)) {
    const [name, end] = [run ?? test ?? own, index + whole.length];
    const before = text.slice(Math.max(index - 200, 0), index);
    const line = before.slice(before.lastIndexOf('\n') + 1);
    const mayFail = text.startsWith('||', end) || idle.test(line);
    if (!mayFail && !name.startsWith('-') && !elsewhere.test(rest))
      found.push({ name, offset: end - rest.length - name.length });
    if (found.length >= most) break;
  }
  return found;
}

/** The commands of a `package.json`; undefined if it is no JSON. */
export function commandsOf(text: string): Found[] | undefined {
  const manifest = tryParseJson(text.replace(/^\uFEFF/, ''));
  if (manifest === undefined) return undefined;
  const scripts = textEntries(asObject(manifest)['scripts']);
  const from = Math.max(text.search(/"scripts"\s*:/), 0);
  return scripts.slice(0, most).map(([name]) => ({ name, offset: Math.max(text.indexOf(`"${name}"`, from), 0) + 1 }));
}
