import ts from 'typescript';
import type { DiffFile } from '../engine/diff/diffModel.ts';
import { isIdle, languageOf } from '../engine/diff/fileKind.ts';
import { isRetired } from '../engine/diff/isRetired.ts';
import { locateFinding } from '../engine/result/locatedFinding.ts';
import type { Reviewer, ReviewerFinding } from '../engine/reviewer.ts';
import { rangeOf } from '../engine/diff/textPosition.ts';
import { fileBefore, isBrokenByChange } from './fileBefore.ts';
import { isTestFixture } from './isTestFixture.ts';
import { compile, type CompiledScript } from './scripts/compile.ts';
import { earlyErrorIn, type EarlyError } from './scripts/earlyError.ts';
import { withoutTolerated } from './scripts/tolerated.ts';
import { saysFlow } from './scripts/saysFlow.ts';
import { changedScripts, isTemplate, linesToChoose, noScripts, scriptsIn, type ScriptFile } from './scripts/scripts.ts';
import { quote, quoteWhole, type Words } from './rule.ts';

/**
 * The compiler's codes for what only TypeScript and Flow have, in JavaScript: annotations, interfaces, enums, aliases, type
 * parameters and arguments, modifiers, `implements`, `as`, `satisfies`, `!`, `import =` and `export =`.
 */
const typesInJavaScript = new Set([8002, 8003, 8004, 8005, 8006, 8008, 8009, 8010, 8011, 8012, 8013, 8016, 8037]);
/** The compiler's code for a function without a body, which code that is broken otherwise may seem to have, too. */
const bodyless = 8017;
/** How the rules of these begin. */
export const typesRule = /^typescript\/TS80\d\d$/;

/** The compiler's code for `}` in the text of JSX, which Babel 7 takes for text. */
const braceInJsx = 1381;
/** The TypeScript compiler on single files: syntax errors and duplicate declarations, without type checks. */
export const typescriptReviewer: Reviewer = {
  id: 'typescript',
  review: (diff, signal) => {
    const changed = diff.files.filter(({ path }) => languageOf(path) === 'script');
    const found = changedScripts(changed);
    if (found === undefined) return Promise.resolve(noScripts);
    const { scripts, markup } = found;
    const notifications = [...found.notifications];
    const findings: ReviewerFinding[] = [];
    const read: string[] = [];
    const testData: string[] = [];
    const templates: string[] = [];
    const readInPart = new Set([...markup, ...notifications.map(({ path }) => path)]);
    let count = 0;
    for (const script of scripts) {
      const { file } = script;
      signal.throwIfAborted();
      if (isTestFixture(file)) {
        testData.push(file.path);
        continue;
      }
      const { markers, errors, typed, declared, early } = readScript(script);
      const [error] = firstNew(file, errors);
      const refused = [...declared.map(({ range }) => range.startLine), ...(early ? [early.line] : [])];
      const chosen = refused.length === 0 ? undefined : linesToChoose(file);
      if (
        (error !== undefined && isTemplate(file, error.range.startLine)) ||
        refused.some(line => chosen?.has(line) === true)
      ) {
        templates.push(file.path);
        continue;
      }
      // What is put aside is named as not read.
      const isTold = markers.length > 0 || (!isRetired(script.whole.path) && isBrokenByChange(script.whole, parses));
      if (error !== undefined && !isTold) notifications.push({ path: file.path, reason: 'cannot be parsed' });
      else {
        count++;
        if (!readInPart.has(file.path)) read.push(file.path);
      }
      const twice = declared.length === 0 ? [] : withoutOld(script.whole, declared);
      const told =
        markers.length > 0
          ? firstNew(file, markers)
          : [
              ...(isTold && error ? [error] : []),
              ...twice,
              ...newTypes(script, typed),
              ...(early ? [ofEarly(script.whole, early)] : []),
            ];
      for (const each of told) findings.push({ ...each, file: script.whole });
    }
    return Promise.resolve({ status: 'ok', findings, files: count, read, testData, templates, markup, notifications });
  },
};

function parses(file: DiffFile): boolean {
  const script = scriptsIn(file);
  return script === undefined || readScript(script).errors.length === 0;
}

/** The first of the types that a script has and did not have before. Nobody runs those of snippets. */
function newTypes({ whole, ofComponent }: ScriptFile, typed: readonly ts.Diagnostic[]): ReviewerFinding[] {
  if (typed.length === 0 || ofComponent !== undefined || (isIdle(whole.path) && whole.isInNewIdleFolder !== true))
    return [];
  if (whole.baseBlob !== undefined) {
    const before = fileBefore(whole);
    const scripts = [scriptsIn(before) ?? []].flat();
    if (saysFlow(before.text) || scripts.some(script => readScript(script).typed.length > 0)) return [];
  }
  return firstNew(whole, typed);
}

/** Without the names that were declared more than once before the change, too. */
function withoutOld(file: DiffFile, declared: readonly ReviewerFinding[]): readonly ReviewerFinding[] {
  if (file.baseBlob === undefined) return declared;
  const before = [scriptsIn(fileBefore(file)) ?? []].flat().flatMap(script => readScript(script).declared);
  return declared.filter(({ title }) => !before.some(each => each.title === title));
}

interface ReadScript {
  /** Markers of merges. */
  readonly markers: readonly ts.Diagnostic[];
  /** All other errors of the syntax. */
  readonly errors: readonly ts.Diagnostic[];
  /** Types in JavaScript, where nothing else is read. */
  readonly typed: readonly ts.Diagnostic[];
  /** One finding for each name that is declared more than once; none if there are errors. */
  readonly declared: readonly ReviewerFinding[];
  /** What engines refuse; none if there are others. */
  readonly early?: EarlyError | undefined;
}

function readScript(script: ScriptFile): ReadScript {
  const { file, extension, ofComponent = 1 } = script;
  const compiled = compile(file.text, extension);
  const { source, program } = compiled;
  const syntactic = program.getSyntacticDiagnostics(source);
  const markers = syntactic.filter(({ code }) => code === conflictMarker);
  const others = syntactic.filter(({ code }) => code !== conflictMarker);
  const typed = compiled.isJavaScript ? typesAmong(others) : [];
  if (markers.length > 0 || typed.length > 0 || (compiled.isJavaScript && areOfBabel(file.text, others)))
    return { markers, typed, errors: [], declared: [] };
  const errors = compiled.isJavaScript
    ? withoutTolerated(file.text, others).filter(({ code }) => code < 8_000 || code >= 9_000)
    : others;
  if (errors.length > 0) return { markers, typed, errors, declared: [] };
  // Two scripts of a component may import the same name, and compilers are mostly told to skip declarations.
  const mayRepeat = compiled.isJavaScript || ofComponent > 1 || /\.d\.[cm]?ts$/.test(file.path);
  const declared = mayRepeat ? [] : declaredTwiceIn(file, compiled);
  return { markers, typed, errors, declared, early: declared.length > 0 ? undefined : earlyErrorIn(script, compiled) };
}

function declaredTwiceIn(file: DiffFile, { source, program }: CompiledScript): ReviewerFinding[] {
  // Binding needs a checker; its diagnostics have no public API, so read them defensively.
  program.getTypeChecker();
  const bound: unknown = (source as unknown as { readonly bindDiagnostics?: unknown }).bindDiagnostics;
  const found = Array.isArray(bound) ? (bound as readonly ts.Diagnostic[]) : [];
  const twice = found.filter(({ code }) => declaredTwice.has(code));
  // Each declaration of a name is reported.
  return [...Map.groupBy(twice, ({ messageText }) => messageText).values()].flatMap(same => firstNew(file, same));
}

/**
 * The errors that are of types; one of a function without a body only where nothing else is wrong. None where another error
 * is the first: text of another language may look like types further down.
 */
function typesAmong(errors: readonly ts.Diagnostic[]): readonly ts.Diagnostic[] {
  const first = errors.reduce((least, { start = 0 }) => Math.min(least, start), Infinity);
  if (errors.some(({ start = 0, code }) => start === first && code < 8_000)) return [];
  return errors.every(({ code }) => code === bodyless)
    ? errors
    : errors.filter(({ code }) => typesInJavaScript.has(code));
}

/** What Babel alone takes: `::`, which binds a method, and `export Name from 'module'`. */
const ofBabel = /::|export[ \t]+[\w$]+[ \t]+from\b/y;

/** Whether they are of what Babel alone takes. */
function areOfBabel(text: string, errors: readonly ts.Diagnostic[]): boolean {
  return errors.some(({ start = 0 }) => {
    ofBabel.lastIndex = start;
    return ofBabel.test(text);
  });
}

/** Later errors are mostly consequences of the first. The first of all, if none is new: the change may cause it. */
function firstNew(file: DiffFile, diagnostics: readonly ts.Diagnostic[]): ReviewerFinding[] {
  const findings = diagnostics.map(diagnostic => findingOf(file, diagnostic));
  const isNew = (finding: ReviewerFinding): boolean => locateFinding(finding) !== undefined;
  return [findings.find(isNew) ?? findings[0]].filter(each => each !== undefined);
}

const earlyError = 'typescript/early-error';

/** Whether a finding is about an `import` or an `export` in a block or a function, which some bundlers load. */
export function isNestedImport({ rule, body }: ReviewerFinding): boolean {
  return rule === earlyError && body.includes("'import' and 'export' may only appear at the top level");
}

/** What a build that only takes types out may write in a way that engines take: a name twice, and what follows the rest. */
const rewritten = /has already been declared|after the rest element/;

function ofEarly(file: DiffFile, { message, line, column }: EarlyError): ReviewerFinding {
  const code = quote(file.lines[line - 1] ?? '');
  const mayBeBuilt = /\.[cm]?tsx?$/.test(file.path) && rewritten.test(message);
  return {
    file,
    range: { startLine: line, startColumn: column, endLine: line, endColumn: column + 1 },
    rule: earlyError,
    severity: mayBeBuilt ? 'medium' : 'high',
    category: 'bug',
    stopsFile: true,
    title: mayBeBuilt
      ? `${code} is not allowed here, which the compiler refuses.`
      : `${code} is not allowed here, so the file does not load.`,
    body: mayBeBuilt
      ? `A build that does not check it may go on: ${quoteWhole(message)}`
      : `JavaScript forbids it, and engines stop there: ${quoteWhole(message)}`,
  };
}

/** The compiler's codes for names that are declared more than once. */
const declaredTwice = new Set([2300, 2451, 2528, 2567]);
/** Those that may be of types alone, which are taken out before an engine sees them. */
const mayBeOfTypes = new Set([2300, 2567]);
const conflictMarker = 1185;

function findingOf(file: DiffFile, { start, length, code, messageText }: ts.Diagnostic): ReviewerFinding {
  const range = rangeOf(file, start, start === undefined ? undefined : start + (length ?? 1));
  const message = ts.flattenDiagnosticMessageText(messageText, ' ');
  const line = file.lines[range.startLine - 1] ?? '';
  return {
    file,
    range,
    rule: `typescript/TS${code}`,
    severity: code !== conflictMarker && (isIdle(file.path) || isLoadedBySome(code)) ? 'medium' : 'high',
    category: 'bug',
    // Tools that only take the types away may load the others.
    ...(!declaredTwice.has(code) && code !== braceInJsx && { stopsFile: true }),
    ...wordsOf(code, message, line, {
      // The compiler points at something else for `export =`.
      at: message.includes("'export='") ? 'export =' : file.text.slice(start, (start ?? 0) + (length ?? 1)),
      isImported: importing.test(file.text.slice(Math.max(0, (start ?? 0) - longestImport), start)),
    }),
  };
}

/** Whether some tools or engines load a file in spite of an error. */
function isLoadedBySome(code: number): boolean {
  return mayBeOfTypes.has(code) || typesInJavaScript.has(code) || code === bodyless || code === braceInJsx;
}

/** What stands before a name that an import gives: `import a, { b, `. */
const importing = /\bimport\b[^;={}()'"]*(?:\{[^;={}()'"]*)?$/;
const longestImport = 2_000;

/** The code that an error is about, and whether an import gives it its name. */
interface Reported {
  readonly at: string;
  readonly isImported: boolean;
}

function wordsOf(code: number, message: string, line: string, { at, isImported }: Reported): Words {
  if (code === conflictMarker) {
    return {
      title: `${quote(line)} is left of a merge conflict, so the file does not compile.`,
      body: 'Choose one side of the conflict, or join both, and remove the markers.',
    };
  }
  if (declaredTwice.has(code) && isImported) {
    return {
      title: `${quote(at)} is imported here and declared once more, which the compiler refuses.`,
      body: 'Remove one of them, or give it another name.',
    };
  }
  if (declaredTwice.has(code)) {
    return {
      title: `${quote(at)} is declared more than once here, so the file does not compile.`,
      body: 'Rename one of the declarations, or remove it.',
    };
  }
  if (code === bodyless) {
    return {
      title: `${quote(line)} declares a function without a body, so no engine loads the file.`,
      body: `Only TypeScript and Flow have such signatures. The compiler says: ${quoteWhole(message)}`,
    };
  }
  if (typesInJavaScript.has(code)) {
    return {
      title: `${quote(line)} has syntax of TypeScript in a file of JavaScript, so no engine loads it.`,
      body: `Nothing takes it out here: no Flow was found at the merge base. Remove it, or make the file one of TypeScript. The compiler says: ${quoteWhole(message)}`,
    };
  }
  if (code === braceInJsx) {
    return {
      title: `A brace too many in ${quote(line)} is shown as text, or the file does not compile.`,
      body: 'What stands behind it is text, too. Remove the brace, or write `&rbrace;` if it was meant.',
    };
  }
  const title =
    line.trim() === ''
      ? 'The file ends too early, so it does not compile.'
      : `${quote(line)} is no valid code, so the file does not compile.`;
  return { title, body: `The compiler stops${at.trim() === '' ? '' : ` at ${quote(at)}`}: ${quoteWhole(message)}` };
}
