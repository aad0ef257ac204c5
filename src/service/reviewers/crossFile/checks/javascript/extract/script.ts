import { basename } from 'node:path/posix';
import ts from 'typescript';
import { saysItIsMade } from '../../../../../engine/diff/excludedFiles.ts';
import { positionOf } from '../../../../../engine/diff/textPosition.ts';
import type { ExportFacts, ImportFacts, NameFacts, ScriptFacts, Spot } from '../facts.ts';
import { readClasses } from './classes.ts';
import { scriptsOf } from './components.ts';
import { readGlobs } from './globs.ts';
import { readHookNames } from './hookNames.ts';
import { importsGlobals, isFlow, mockedModules } from './marks.ts';
import { heldMembers } from '../members/heldMembers.ts';
import { readInstances } from '../members/instanceReads.ts';
import { readOptionObjects } from '../members/optionObjects.ts';
import { componentNames } from '../markup/componentNames.ts';
import { markupNames, type MarkupName } from '../markup/markupNames.ts';
import { passedProps, type Passed } from '../markup/passedProps.ts';
import { takenProps } from '../markup/takenProps.ts';
import { withMembers } from './members.ts';
import { readModule } from './module.ts';
import { readNames } from './names.ts';
import { decoratedTypes, unusedNames } from './references.ts';

const component = /\.(?:vue|svelte)$/i;
const declarations = /\.d\.[cm]?ts$/;
const typeScript = /\.[cm]?tsx?$/i;
const config = /config|\.conf\.|eslintrc|webpack|rollup|vite|gulp|grunt|babel|jest|karma|globals?|setup|env/i;
/** Templates of servers, and files that a linter is told not to judge. */
const silencing = /<%|\{%|eslint-disable(?!-(?:next-)?line)(?:\s*\*\/|[^\n]*\bno-undef\b)/;
/** What keeps the compiler silent in a whole file. */
const unchecked = /^\s*\/\/\s*@ts-nocheck\b/m;
/** What a comment says of packages that are installed by hand, or that no manifest declares on purpose. */
const installing =
  /\b(?:yarn add|npm i(?:nstall)?|pnpm (?:add|i|install))\s+([^\n]*)|\bnot (?:listed|declared|included) in [^\n]{0,200}package\.json\b[^\n]*\n([^\n]*)/g;
const enumName = /^[A-Z]/;
const mayDecorate = /^[^*'"`\n]*@[A-Za-z]/m;
const commented = /\/\/|\*/;
/** Average length of a line that people do not write. */
const widest = 400;

/** The facts of a script; undefined if it cannot be parsed or is no source. */
export function extractScript(path: string, whole: string): ScriptFacts | undefined {
  const isComponent = component.test(path);
  const { text, isTypeScript } = isComponent ? scriptsOf(whole) : { text: whole, isTypeScript: typeScript.test(path) };
  if (isMinified(text)) return undefined;
  try {
    const source = parse(path, text, isTypeScript);
    if (source === undefined) return undefined;
    const spot = (node: ts.Node): Spot => spotOf(source, node);
    const used = isComponent ? markupNames(path, whole) : [];
    const markup = isComponent ? componentNames(path, whole, used, source, spot) : undefined;
    const passed = isComponent ? passedProps(path, whole) : new Map<string, never>();
    const props = isComponent ? takenProps(path, whole, source, spot) : undefined;
    const facts = factsOf(path, source, { isComponent, isTypeScript, used, passed, props });
    return { ...facts, ...(markup !== undefined && { markup }) };
  } catch {
    // Nested too deeply.
    return undefined;
  }
}

/** Whether lines are longer than people write them, apart from texts and other data. */
function isMinified(text: string): boolean {
  if (text.length <= 20_000) return false;
  const code = text.replace(/(["'`])[^"'`\\\n]{200,}\1/g, '');
  return code.length / text.split('\n').length > widest;
}

function parse(path: string, text: string, isTypeScript: boolean): ts.SourceFile | undefined {
  const hasTags = !isTypeScript || path.endsWith('.tsx');
  const options = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  const kind = isTypeScript ? (hasTags ? ts.ScriptKind.TSX : ts.ScriptKind.TS) : ts.ScriptKind.JSX;
  const source = ts.createSourceFile('file.ts', text, options, false, kind);
  // Errors of the parser have no public interface.
  const { parseDiagnostics } = source as unknown as { readonly parseDiagnostics?: readonly unknown[] };
  return (parseDiagnostics ?? []).length > 0 ? undefined : source;
}

interface FileKind {
  readonly isComponent: boolean;
  readonly isTypeScript: boolean;
  /** What the markup of a component uses and passes to others, and what it takes. */
  readonly used: readonly MarkupName[];
  readonly passed: Passed;
  readonly props: ExportFacts['props'];
}

function factsOf(path: string, source: ts.SourceFile, kind: FileKind): ScriptFacts {
  const { isComponent, isTypeScript, used, passed, props } = kind;
  const spot = (node: ts.Node): Spot => spotOf(source, node);
  const { isModule, isCommonJs, isOpen, ...module } = readModule(source, spot);
  const names = readNames(source, spot, {
    isModule: isModule || isCommonJs || isComponent,
    isConfig: config.test(basename(path)),
    readInMarkup: name => used.find(each => each.name === name)?.reads ?? [],
  });
  const mocks = mockedModules(source);
  const mocked = new Set(mocks.flatMap(({ module: { text }, isMade }) => (isMade ? [text] : [])));
  const whole = module.imports.map(each =>
    withMembers(each, names.membersOf(each.names?.find(({ name }) => name === '*')?.local ?? '')),
  );
  const all = [...whole, ...names.imports];
  const locals = all.flatMap(({ isExport, names: taken = [] }) => (isExport ? [] : taken.map(({ local }) => local)));
  // What the template of a component uses is not looked at.
  const unused = unusedNames(source, isComponent ? [] : locals);
  const handedOn = new Set(module.exports.map(({ local }) => local));
  const areErased = isTypeScript && !isComponent;
  const decorated = areErased && mayDecorate.test(source.text) ? decoratedTypes(source) : new Set<string>();
  const isErased = (local: string): boolean =>
    areErased && !unused.has(local) && !names.isValue(local) && !handedOn.has(local) && !decorated.has(local);
  const isType = ({ local, ...name }: NameFacts): boolean => name.isType === true || isErased(local);
  const instances = isTypeScript ? readInstances(source, spot) : undefined;
  const imports = all.map(({ names: taken, members, ...each }) =>
    mocked.has(each.from)
      ? each
      : {
          ...each,
          ...(members !== undefined && { members }),
          ...(isImport(each) && taken?.every(isType) === true && { isType: true as const }),
          ...(taken !== undefined && {
            names: taken.map(name => {
              const mayBeOwn = enumName.test(name.name) || each.from.includes('/');
              const [reads, takes] = mayBeOwn
                ? [[...names.readsOf(name.local), ...(instances?.readOf(name.local) ?? [])], names.takesOf(name.local)]
                : [[], []];
              const passes = mayBeOwn ? [...names.passesOf(name.local), ...(passed.get(name.local) ?? [])] : [];
              const calls = mayBeOwn && isTypeScript ? names.callsOf(name.local) : [];
              return {
                ...name,
                ...(each.isExport !== true && unused.has(name.local) && { isUnused: true as const }),
                ...(isImport(each) && isType(name) && { isType: true as const }),
                ...(reads.length > 0 && { reads }),
                ...(takes.length > 0 && { takes }),
                ...(passes.length > 0 && { passes }),
                ...(calls.length > 0 && { calls }),
              };
            }),
          }),
        },
  );
  const named = mocks.flatMap(({ module: { text: from }, module: node, isVirtual }): ImportFacts[] =>
    isVirtual || !from.startsWith('.') || all.some(each => each.from === from)
      ? []
      : [{ from, at: spot(node), isRequire: true, isDynamic: true, isAddress: true, isMock: true }],
  );
  const installed = [...source.text.matchAll(installing)].flatMap(({ 1: by = '', 2: below = '', index }) => {
    const before = source.text.slice(source.text.lastIndexOf('\n', index) + 1, index);
    return commented.test(before) ? (by + below).split(/[\s'"`;()]+/).filter(Boolean) : [];
  });
  const isJavaScript = !isTypeScript && !isFlow(source) && !importsGlobals(source);
  const isTyped =
    isTypeScript && isModule && !declarations.test(path) && !importsGlobals(source) && !hasNamespaces(source);
  const open = isOpen || isComponent || declarations.test(path) || (isModule && isCommonJs) || names.isOpen;
  const classes = [...readClasses(source, spot), ...readOptionObjects(path, source, spot)];
  const globs = readGlobs(source.text);
  const hookNames = readHookNames(source.text);
  const values = names.values.filter(({ name }) => !name.includes('.') || locals.includes(name.replace(/\..*/, '')));
  const held = isComponent ? undefined : heldMembers(source, spot, isTypeScript);
  const exports = isComponent
    ? [{ name: 'default', at: [1, 1, 1] as const, ...(props !== undefined && { props }) }]
    : module.exports.map(each => (each.from === undefined ? { ...held?.get(each.local ?? ''), ...each } : each));
  return {
    kind: 'script',
    ...(isJavaScript && (isModule || isCommonJs || isComponent) && { isJavaScript }),
    ...(isTyped && { isTypeScript: true }),
    ...(isJavaScript && silencing.test(source.text) && { isSilenced: true }),
    ...(isTyped && unchecked.test(source.text) && { isSilenced: true }),
    ...((isModule || isCommonJs || isComponent) && { isModule: true }),
    ...(imports.length + named.length > 0 && { imports: [...imports, ...named] }),
    ...(imports.length > 0 && saysItIsMade(source.text) && { isMade: true }),
    ...(installed.length > 0 && { installed }),
    ...(exports.length > 0 && { exports }),
    ...(module.stars.length > 0 && { stars: module.stars }),
    ...((open || (!isModule && !isCommonJs)) && { isOpen: true }),
    ...(isCommonJs && { isCommonJs: true }),
    ...(names.free.length > 0 && { free: names.free }),
    ...(names.saved.length > 0 && { saved: names.saved }),
    ...(isTyped && names.typesUsed.length > 0 && { typesUsed: names.typesUsed }),
    ...(names.ambient.length > 0 && { ambient: names.ambient }),
    ...(names.mentioned.length > 0 && { mentioned: names.mentioned }),
    ...(hookNames.length > 0 && { hookNames }),
    ...(names.asyncs.length > 0 && { asyncs: names.asyncs }),
    ...(values.length > 0 && { values }),
    ...(globs.length > 0 && { globs }),
    ...(classes.length > 0 && { classes }),
  };
}

/** Whether it is an `import` of names, and no other way to load a module. */
function isImport({ isExport, isRequire }: ImportFacts): boolean {
  return isExport !== true && isRequire !== true;
}

/** Whether it has namespaces, which other files may add names to. */
function hasNamespaces({ statements }: ts.SourceFile): boolean {
  return statements.some(
    each => ts.isModuleDeclaration(each) && each.name.text !== 'global' && ts.isIdentifier(each.name),
  );
}

function spotOf(source: ts.SourceFile, node: ts.Node): Spot {
  const start = node.getStart(source);
  const { line, column } = positionOf(source, start);
  return [line, column, column + Math.min(node.end - start, 200)];
}
