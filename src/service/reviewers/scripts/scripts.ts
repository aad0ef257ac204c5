import { posix } from 'node:path';
import { plainLine } from '../../../core/base/text.ts';
import { newLinesIn, type DiffFile } from '../../engine/diff/diffFile.ts';
import { positionOf } from '../../engine/diff/textPosition.ts';
import type { ReviewerNotification } from '../../engine/reviewerReport.ts';
import { componentScripts } from './componentScripts.ts';
import { withoutHtmlComments } from './htmlComments.ts';

/** A file of which only the scripts are left. */
export interface ScriptFile {
  /** The same file; all text outside its scripts is blanked out, so that lines and offsets stay. */
  readonly file: DiffFile;
  /** The file with all of its text. */
  readonly whole: DiffFile;
  /** The extension that the scripts would have in a file of their own, such as `.ts`. */
  readonly extension: string;
  /** Number of scripts in a component of Vue or Svelte; undefined for a script on its own. */
  readonly ofComponent?: number;
}

/** The scripts of a change, and what of its files no analyser of scripts reads. */
interface ChangedScripts {
  readonly scripts: readonly ScriptFile[];
  /** Paths of components whose markup is touched. */
  readonly markup: readonly string[];
  /** Names the files with a script that cannot be read. */
  readonly notifications: readonly ReviewerNotification[];
}

/** The outcome where there are none. */
export const noScripts = {
  status: 'skipped',
  reason: 'no JavaScript or TypeScript was changed',
  nothingToRead: true,
} as const;

const component = /\.(?:vue|svelte)$/i;

/** The scripts in files where the change touches them; undefined if there is nothing to read or to name. */
export function changedScripts(files: readonly DiffFile[]): ChangedScripts | undefined {
  const touched = files.map(touchedIn);
  const scripts = files.flatMap((file, index) => (touched[index]?.script === true ? (scriptsIn(file) ?? []) : []));
  const markup = touched.flatMap(each => (each.markup ? [each.path] : []));
  const notifications = unreadScripts(files);
  return scripts.length + markup.length + notifications.length === 0 ? undefined : { scripts, markup, notifications };
}

/** The scripts in a file: all of it, or those of a component; undefined if it has none that are read. */
export function scriptsIn(file: DiffFile): ScriptFile | undefined {
  if (!component.test(file.path)) return plainScript(file);
  const scripts = componentScripts(file.path, file.text).filter(each => each.extension !== undefined);
  if (scripts.length === 0) return undefined;
  let [text, at] = ['', 0];
  for (const { from, to } of scripts) {
    text += blank(file.text.slice(at, from)) + file.text.slice(from, to);
    at = to;
  }
  text += blank(file.text.slice(at));
  const extension = scripts.findLast(each => each.extension !== '.js')?.extension ?? '.js';
  return {
    file: { ...file, text, lines: text.split(/\r?\n/) },
    whole: file,
    extension,
    ofComponent: scripts.length,
  };
}

/** Where a change touches a component. */
interface Touched {
  readonly path: string;
  /** Whether it touches a script that is read. */
  readonly script: boolean;
  /** Whether it touches anything else: the markup, the styles, a script that is not read. */
  readonly markup: boolean;
}

/** Where a change touches a file: a script on its own has no markup. */
function touchedIn(file: DiffFile): Touched {
  const { path } = file;
  if (!component.test(path)) return { path, script: true, markup: false };
  const scripts = componentScripts(path, file.text)
    .filter(({ extension }) => extension !== undefined)
    .map(({ tag, to }) => ({ from: positionOf(file, tag).line, to: positionOf(file, to).line }));
  const isInScript = (line: number, before = line): boolean =>
    scripts.some(({ from, to }) => from <= before && line <= to);
  const newLines = new Set(newLinesIn(file).filter(line => file.lines[line - 1]?.trim() !== ''));
  const removed = [...(file.removed ?? [])].flatMap(([line, lines]) =>
    newLines.has(line) || lines.every(each => each.trim() === '') ? [] : [line],
  );
  // Lines that were removed stood between two others.
  const places = [...[...newLines].map(line => isInScript(line)), ...removed.map(line => isInScript(line, line - 1))];
  return { path, script: places.includes(true), markup: places.includes(false) };
}

function plainScript(file: DiffFile): ScriptFile {
  const extension = posix.extname(file.path).toLowerCase();
  const text = /^\.c?js$/.test(extension) ? withoutHtmlComments(file.text) : file.text;
  const read = text === file.text ? file : { ...file, text, lines: text.split(/\r?\n/) };
  return { file: read, whole: file, extension };
}

/** A component has one or two scripts. */
const mostNamed = 100;

/** The components with new lines in a script that no analyser reads. */
function unreadScripts(files: readonly DiffFile[]): ReviewerNotification[] {
  return files.flatMap(file => {
    if (!component.test(file.path)) return [];
    const added = newLinesIn(file);
    const lineAt = (offset: number): number => file.text.slice(0, offset).split('\n').length;
    const unread = componentScripts(file.path, file.text)
      .filter(({ extension }) => extension === undefined)
      .slice(0, mostNamed)
      .find(({ tag, to }) => {
        const [from, until] = [lineAt(tag), lineAt(to)];
        return added.some(line => from <= line && line <= until);
      });
    if (unread === undefined) return [];
    return [{ path: file.path, reason: `a script in ${plainLine(unread.language, 40)} cannot be read` }];
  });
}

function blank(text: string): string {
  return text.replace(/[^\r\n\u2028\u2029]/g, ' ');
}

/** Marks of template languages that no code has outside its texts, and what somebody is to put in: `<PASTE_TOKEN_HERE>`. */
const templateMark =
  /<%|%>|\{%|%\}|\{\{[^{}\r\n]*\}\}|<\s?(?:[A-Z][A-Z\d]*(?:[_ -][A-Z\d]+)+|(?:your|paste|insert|enter)[_ -][\w -]{1,60})\s?>/;

/** The line above and below the settings that a site generator reads at the top of a file. */
const frontMatter = '---';
/** Of such settings, in lines. */
const longestFrontMatter = 100;

/**
 * Whether a file that does not parse is a template of one: where its first error is, there is a mark of a template
 * language, or it begins with settings for what makes a site of it.
 * @param line of the first error, from 1
 */
export function isTemplate({ lines }: DiffFile, line: number): boolean {
  if (lines[0] === frontMatter && lines.slice(1, longestFrontMatter).includes(frontMatter)) return true;
  return lines.slice(Math.max(0, line - 2), line).some(text => templateMark.test(text));
}

/** With such comments a template chooses between lines: `//#if (isHosted)`. */
const choice = /^\s*\/\/\s?#(?:if|else|elseif|elif|(endif))\b/;

/** The lines, from 1, that a template leaves out or not, by comments around them. */
export function linesToChoose({ lines }: DiffFile): ReadonlySet<number> {
  const chosen = new Set<number>();
  let isOpen = false;
  for (const [index, text] of lines.entries()) {
    const found = choice.exec(text);
    if (found !== null) isOpen = found[1] === undefined;
    else if (isOpen) chosen.add(index + 1);
  }
  return chosen;
}
