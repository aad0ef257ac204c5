import ts from 'typescript';
import type { DiffFile } from '../engine/diff/diffModel.ts';
import { languageOf } from '../engine/diff/fileKind.ts';
import { locateFinding } from '../engine/result/locatedFinding.ts';
import type { Reviewer, ReviewerFinding } from '../engine/reviewer.ts';
import type { ReviewerNotification } from '../engine/reviewerReport.ts';
import { rangeOf } from '../engine/diff/textPosition.ts';
import { fileBefore, isBrokenByChange } from './fileBefore.ts';
import { isTestFixture } from './isTestFixture.ts';
import { isTemplate, scriptsIn, touchedIn, unreadScripts, type ScriptFile } from './scripts/scripts.ts';
import { quote, quoteWhole, type Words } from './rule.ts';

const javascript = /\.(?:js|mjs|cjs|jsx)$/;
/** The compiler's codes for type parameters, interfaces, aliases, annotations and type arguments in JavaScript. */
const typesInJavaScript = new Set([8004, 8006, 8008, 8010, 8011]);

/** The compiler's code for `}` in the text of JSX, which Babel 7 takes for text. */
const braceInJsx = 1381;
/** The compiler's code for `>` in the text of JSX, which Babel 7 takes for text: `one -> two`. */
const textInJsx = 1382;

/** The compiler's codes for octal numbers and escapes, which only strict mode forbids. */
const octal = new Set([1121, 1487, 1488]);
const strict = /^[ \t]*(?:import|export)\b|^[ \t]*['"]use strict['"]/m;

/** The TypeScript compiler on single files: syntax errors and duplicate declarations, without type checks. */
export const typescriptReviewer: Reviewer = {
  id: 'typescript',
  review: (diff, signal) => {
    const changed = diff.files.filter(({ path }) => languageOf(path) === 'script');
    const touched = changed.map(touchedIn);
    const files = changed.flatMap((file, index) => (touched[index]?.script === true ? (scriptsIn(file) ?? []) : []));
    const markup = touched.flatMap(each => (each.markup ? [each.path] : []));
    const notifications: ReviewerNotification[] = unreadScripts(changed);
    if (files.length + markup.length + notifications.length === 0)
      return Promise.resolve({
        status: 'skipped',
        reason: 'no JavaScript or TypeScript was changed',
        nothingToRead: true,
      });
    const findings: ReviewerFinding[] = [];
    const read: string[] = [];
    const testData: string[] = [];
    const templates: string[] = [];
    const readInPart = new Set([...markup, ...notifications.map(({ path }) => path)]);
    let count = 0;
    for (const script of files) {
      const { file } = script;
      signal.throwIfAborted();
      if (isTestFixture(file)) {
        testData.push(file.path);
        continue;
      }
      const { markers, errors, declared } = readScript(script);
      const [error] = firstNew(file, errors);
      if (error !== undefined && isTemplate(file, error.range.startLine)) {
        templates.push(file.path);
        continue;
      }
      const isTold = markers.length > 0 || isBrokenByChange(script.whole, parses);
      if (error !== undefined && !isTold) notifications.push({ path: file.path, reason: 'cannot be parsed' });
      else {
        count++;
        if (!readInPart.has(file.path)) read.push(file.path);
      }
      const twice = declared.length === 0 ? [] : withoutOld(script.whole, declared);
      const found = markers.length > 0 ? firstNew(file, markers) : [...(isTold && error ? [error] : []), ...twice];
      for (const each of found) findings.push({ ...each, file: script.whole });
    }
    return Promise.resolve({ status: 'ok', findings, files: count, read, testData, templates, markup, notifications });
  },
};

function parses(file: DiffFile): boolean {
  const script = scriptsIn(file);
  return script === undefined || readScript(script).errors.length === 0;
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
  /** One finding for each name that is declared more than once; none if there are errors. */
  readonly declared: readonly ReviewerFinding[];
}

function readScript({ file, extension, ofComponent = 1 }: ScriptFile): ReadScript {
  // JSX is common in .js files.
  const name = `reviewed${extension}`;
  const kind = javascript.test(name) ? ts.ScriptKind.JSX : undefined;
  const source = ts.createSourceFile(name, file.text, ts.ScriptTarget.Latest, true, kind);
  const host: ts.CompilerHost = {
    getSourceFile: asked => (asked === name ? source : undefined),
    getDefaultLibFileName: () => 'lib.d.ts',
    writeFile: () => undefined,
    getCurrentDirectory: () => '',
    getCanonicalFileName: asked => asked,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: asked => asked === name,
    readFile: () => undefined,
  };
  const options: ts.CompilerOptions = {
    noResolve: true,
    noLib: true,
    allowJs: true,
    jsx: ts.JsxEmit.Preserve,
    target: ts.ScriptTarget.Latest,
  };
  const program = ts.createProgram([name], options, host);
  const syntactic = program.getSyntacticDiagnostics(source);
  const markers = syntactic.filter(({ code }) => code === conflictMarker);
  const others = syntactic.filter(({ code }) => code !== conflictMarker);
  const isJavaScript = javascript.test(name);
  if (isJavaScript || syntactic.length > 0)
    return { markers, errors: isJavaScript ? errorsInJavaScript(file.text, others) : others, declared: [] };
  // Two scripts of a component may import the same name.
  if (ofComponent > 1) return { markers, errors: [], declared: [] };
  // Binding needs a checker; its diagnostics have no public API, so read them defensively.
  program.getTypeChecker();
  const bound: unknown = (source as unknown as { readonly bindDiagnostics?: unknown }).bindDiagnostics;
  const found = Array.isArray(bound) ? (bound as readonly ts.Diagnostic[]) : [];
  const twice = found.filter(({ code }) => declaredTwice.has(code));
  // Each declaration of a name is reported.
  const declared = [...Map.groupBy(twice, ({ messageText }) => messageText).values()];
  return { markers, errors: [], declared: declared.flatMap(same => firstNew(file, same)) };
}

/** Without those of other languages: types belong to one such as Flow, `::` and `>` in text to Babel. */
function errorsInJavaScript(text: string, errors: readonly ts.Diagnostic[]): readonly ts.Diagnostic[] {
  if (errors.some(({ code, start }) => typesInJavaScript.has(code) || text.startsWith('::', start))) return [];
  const isStrict = strict.test(text);
  return errors.filter(
    ({ code }) => (code < 8_000 || code >= 9_000) && (isStrict || !octal.has(code)) && code !== textInJsx,
  );
}

/** Later errors are mostly consequences of the first. The first of all, if none is new: the change may cause it. */
function firstNew(file: DiffFile, diagnostics: readonly ts.Diagnostic[]): ReviewerFinding[] {
  const findings = diagnostics.map(diagnostic => findingOf(file, diagnostic));
  const isNew = (finding: ReviewerFinding): boolean => locateFinding(finding) !== undefined;
  return [findings.find(isNew) ?? findings[0]].filter(each => each !== undefined);
}

/** The compiler's codes for names that are declared more than once. */
const declaredTwice = new Set([2300, 2451, 2528, 2567]);
const conflictMarker = 1185;

function findingOf(file: DiffFile, { start, length, code, messageText }: ts.Diagnostic): ReviewerFinding {
  const range = rangeOf(file, start, start === undefined ? undefined : start + (length ?? 1));
  const message = ts.flattenDiagnosticMessageText(messageText, ' ');
  const line = file.lines[range.startLine - 1] ?? '';
  return {
    file,
    range,
    rule: `typescript/TS${code}`,
    severity: code === conflictMarker ? 'high' : 'medium',
    category: 'bug',
    ...wordsOf(code, message, line, {
      // The compiler points at something else for `export =`.
      at: message.includes("'export='") ? 'export =' : file.text.slice(start, (start ?? 0) + (length ?? 1)),
      isImported: importing.test(file.text.slice(Math.max(0, (start ?? 0) - longestImport), start)),
    }),
  };
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
      title: 'A marker of a merge conflict was left here, so the file does not compile.',
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
