import ts from 'typescript';
import type { FreeName, ImportFacts, NameFacts, ScriptFacts, Spot, ValueFacts } from '../facts.ts';
import { nearMiss } from '../../../../nearMiss.ts';
import { knownGlobals } from '../knownGlobals.ts';
import { assignedNames, boundNames, topNames, typesOf } from './boundNames.ts';
import { Members, withMembers } from './members.ts';
import { addressIn, isExports, isModuleExports } from './module.ts';
import { isImported, isInText, isLazy, isReference, isRequireCall } from './references.ts';
import { KeptResults } from './keptResults.ts';
import { TakenMembers } from '../members/taken.ts';
import { isSkippedTest, unreachableIn } from './unreachable.ts';
import { calledName, keptCall, useOf } from './values.ts';

interface NameFactsOfFile {
  readonly imports: readonly ImportFacts[];
  /** What the file takes of a module by a name that stands for the whole of it. */
  readonly membersOf: (local: string) => readonly NameFacts[];
  /** What the file reads of a name that it imports. */
  readonly readsOf: (local: string) => NonNullable<NameFacts['reads']>;
  /** The same of what calls of it give. */
  readonly takesOf: (local: string) => NonNullable<NameFacts['takes']>;
  readonly passesOf: (local: string) => NonNullable<NameFacts['passes']>;
  readonly callsOf: (local: string) => NonNullable<NameFacts['calls']>;
  readonly free: readonly FreeName[];
  readonly saved: NonNullable<ScriptFacts['saved']>;
  readonly typesUsed: NonNullable<ScriptFacts['typesUsed']>;
  readonly ambient: readonly string[];
  readonly mentioned: readonly string[];
  readonly asyncs: NonNullable<ScriptFacts['asyncs']>;
  readonly values: readonly ValueFacts[];
  /** Whether it has a name anywhere but in types and declarations. */
  readonly isValue: (local: string) => boolean;
  /** Whether it hands out its exports. */
  readonly isOpen: boolean;
}

type Taken = NonNullable<NameFacts['takes']>;

interface Options {
  readonly isModule: boolean;
  /** Whether it is a setting of a tool, which may name what is global. */
  readonly isConfig: boolean;
  readonly readInMarkup: (constant: string) => Taken;
}

const { SyntaxKind } = ts;
/** Nodes whose name they declare. */
const declaring = new Set([
  SyntaxKind.BindingElement,
  SyntaxKind.ClassDeclaration,
  SyntaxKind.ClassExpression,
  SyntaxKind.EnumDeclaration,
  SyntaxKind.EnumMember,
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.FunctionExpression,
  SyntaxKind.ImportClause,
  SyntaxKind.ImportEqualsDeclaration,
  SyntaxKind.ImportSpecifier,
  SyntaxKind.ModuleDeclaration,
  SyntaxKind.NamespaceImport,
  SyntaxKind.Parameter,
  SyntaxKind.VariableDeclaration,
]);
const globalObjects = new Set(['window', 'globalThis', 'self', 'global', 'top', 'root']);
const identifier = /^[A-Za-z_$][\w$]*$/;
/** The name of a package with a scope, or of a module that a plugin makes. */
const packaged = /^@?[a-z0-9][\w.-]*[/-][\w./-]+$/i;
/** Longest name that settings give to something. */
const longestName = 60;
/** Places of a free name that are kept. */
const mostPlaces = 10;

/** Reads which names a file declares anywhere and which it uses, without regard to their scopes. */
export function readNames(source: ts.SourceFile, spot: (node: ts.Node) => Spot, options: Options): NameFactsOfFile {
  const reading = new Reading(spot, options);
  reading.readTop(source);
  reading.visit(source, source, source);
  return reading.result(source);
}

class Reading {
  readonly #spot: (node: ts.Node) => Spot;
  readonly #options: Options;
  readonly #declared = new Map<string, number>();
  readonly #used = new Map<string, ts.Identifier[]>();
  /** Names whose absence is handled: `typeof name`, `name = …`. */
  readonly #guarded = new Set<string>();
  /** What is imported as a type alone, with the first use of it as a value. */
  readonly #types = new Map<string, ts.Identifier | undefined>();
  readonly #ambient = new Set<string>();
  readonly #mentioned = new Set<string>();
  readonly #asyncs = new Map<string, Spot>();
  /** With the name that the whole module is bound to. */
  readonly #imports: (ImportFacts & { readonly local: string })[] = [];
  readonly #members: Members;
  readonly #taken: TakenMembers;
  readonly #values: ValueFacts[] = [];
  readonly #kept = new KeptResults();
  #isOpen = false;
  /** Number of `try` blocks around. */
  #tries = 0;
  /** Number of skipped tests and unreachable statements around: their code does not run. */
  #skips = 0;
  /** Number of templates around that a function is given. */
  #tags = 0;

  constructor(spot: (node: ts.Node) => Spot, options: Options) {
    this.#spot = spot;
    this.#members = new Members(spot);
    this.#taken = new TakenMembers(spot);
    this.#options = options;
  }

  readTop({ statements }: ts.SourceFile): void {
    for (const statement of statements) {
      for (const name of typesOf(statement)) this.#types.set(name, undefined);
      const names = topNames(statement);
      for (const [name, isAsync] of names) {
        if (isAsync) this.#asyncs.set(name, this.#spot(statement));
        if (!this.#options.isModule) this.#ambient.add(name);
      }
      // `declare module 'package'`
      if (ts.isModuleDeclaration(statement) && ts.isStringLiteral(statement.name))
        this.#ambient.add(statement.name.text);
      if (ts.isModuleDeclaration(statement) && statement.name.text === 'global' && statement.body !== undefined)
        if (ts.isModuleBlock(statement.body))
          for (const [name] of statement.body.statements.flatMap(topNames)) this.#ambient.add(name);
    }
  }

  visit(node: ts.Node, parent: ts.Node, around: ts.Node): void {
    if (this.#options.isConfig) this.#readSetting(node, parent);
    // Every look at a node costs: there are tens of thousands in a file.
    const { kind } = node;
    if (kind === SyntaxKind.Identifier) {
      const isUse = isReference(node as ts.Identifier, parent);
      const { text } = node as ts.Identifier;
      if (isUse) this.#use(node as ts.Identifier, parent);
      // `export default Name` hands on a type as well.
      if (isUse && this.#types.has(text) && this.#types.get(text) === undefined && !ts.isExportAssignment(parent))
        this.#types.set(text, node as ts.Identifier);
      // Another module that it is exported for may wait.
      if (this.#skips === 0 && this.#kept.has(text) && (isUse || parent.kind === SyntaxKind.ExportSpecifier))
        this.#kept.use(text, node, useOf(node as ts.Identifier, parent, around, this.#tags > 0));
      return;
    }
    if (kind < SyntaxKind.FirstNode) return;
    if (kind === SyntaxKind.HeritageClause) {
      if ((node as ts.HeritageClause).token === SyntaxKind.ImplementsKeyword) return;
      for (const { expression } of (node as ts.HeritageClause).types) this.visit(expression, node, parent);
      return;
    }
    if (kind === SyntaxKind.InterfaceDeclaration || kind === SyntaxKind.TypeAliasDeclaration) {
      this.#declare((node as ts.InterfaceDeclaration).name);
      return;
    }
    if (ts.isTypeNode(node)) return;
    if (declaring.has(kind)) this.#declare((node as ts.NamedDeclaration).name);
    this.#readUse(node, parent, around);
    const isTry = kind === SyntaxKind.TryStatement;
    const isSkip = kind === SyntaxKind.CallExpression && isSkippedTest(node as ts.CallExpression);
    const isTag = kind === SyntaxKind.TaggedTemplateExpression;
    if (isTry) this.#tries++;
    if (isSkip) this.#skips++;
    if (isTag) this.#tags++;
    const unreachable = unreachableIn(node);
    ts.forEachChild(node, child => {
      const isUnreachable = unreachable?.has(child) === true;
      if (isUnreachable) this.#skips++;
      this.visit(child, node, parent);
      if (isUnreachable) this.#skips--;
    });
    if (isTry) this.#tries--;
    if (isSkip) this.#skips--;
    if (isTag) this.#tags--;
  }

  result(source: ts.SourceFile): NameFactsOfFile {
    const { text } = source;
    // What a script at an address brings, as `https://www.paypal.com/sdk/js` does.
    for (const { 0: address, index } of text.matchAll(/https?:\/\/[^\s'"`<>]+/g)) {
      const names = address.split(/[^\w$]+/).filter(name => this.#used.has(name) && !this.#guarded.has(name));
      if (names.length > 0 && isInText(source, index)) for (const name of names) this.#guarded.add(name);
    }
    // If nothing else has the name.
    const isOne = (local: string): boolean => this.#declared.get(local) === 1;
    const membersOf = (local: string): readonly NameFacts[] =>
      isOne(local) && !this.#guarded.has(local) ? this.#members.of(local) : [];
    const saved = new Map<string, number>();
    for (const { 1: names = '', index } of text.matchAll(/\/\*\s*(?:globals?|exported)\s([^*]*)\*\//g))
      for (const name of names.split(/[\s,:]+/))
        if (!saved.has(name)) saved.set(name, source.getLineAndCharacterOfPosition(index).line + 1);
    const free = [...this.#used]
      .filter(([name]) => !this.#declared.has(name) && !this.#guarded.has(name))
      .map(([name, uses]): FreeName => {
        const places = uses.slice(0, mostPlaces).map(this.#spot);
        // What a class makes is named for it.
        const made = /^[A-Z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : '';
        const others = [...this.#declared.keys()].filter(each => each !== made);
        const near = knownGlobals.has(name) ? undefined : nearMiss(name, others);
        return near === undefined ? [name, places] : [name, places, near];
      });
    // Uses above its declaration are in functions that are called later.
    const isWhole = (variable: string, uses: number): boolean =>
      this.#declared.get(variable) === 1 && this.#used.get(variable)?.length === uses && !this.#guarded.has(variable);
    return {
      imports: this.#imports.map(({ local, ...each }) => withMembers(each, membersOf(local))),
      free: free.filter(([name]) => !saved.has(name)),
      saved: free.flatMap(each => {
        const line = saved.get(each[0]);
        return line === undefined ? [] : [[each, line] as const];
      }),
      typesUsed: [...this.#types].flatMap(([name, use]) =>
        use === undefined || this.#declared.get(name) !== 1 || knownGlobals.has(name) ? [] : [[name, this.#spot(use)]],
      ),
      ambient: [...this.#ambient],
      mentioned: [...this.#mentioned],
      asyncs: [...this.#asyncs].filter(([name]) => this.#declared.get(name) === 1),
      membersOf,
      readsOf: local => (isOne(local) ? [...this.#members.readOf(local), ...this.#taken.ofName(local)] : []),
      passesOf: local => (isOne(local) ? this.#taken.ofElements(local) : []),
      callsOf: local => (isOne(local) ? this.#taken.callsOf(local) : []),
      takesOf: local =>
        isOne(local) ? this.#taken.ofCall(local, each => (isOne(each) ? this.#readOf(each) : [])) : [],
      values: [...this.#values, ...this.#kept.values(isWhole, this.#spot)].filter(
        ({ name }) => this.#declared.get(name.replace(/\..*/, '')) === 1,
      ),
      isValue: local => this.#used.has(local),
      isOpen: this.#isOpen,
    };
  }

  #readOf(constant: string): Taken {
    return [...this.#members.readOf(constant), ...this.#options.readInMarkup(constant)];
  }

  #declare(name: ts.Node | undefined): void {
    if (name === undefined || !ts.isIdentifier(name)) return;
    this.#declared.set(name.text, (this.#declared.get(name.text) ?? 0) + 1);
  }

  #use(name: ts.Identifier, parent: ts.Node): void {
    if (this.#skips > 0) return;
    const uses = this.#used.get(name.text);
    if (uses === undefined) this.#used.set(name.text, [name]);
    else uses.push(name);
    // Whoever gets it may add names.
    if (name.text === 'exports' && !ts.isPropertyAccessExpression(parent)) this.#isOpen = true;
  }

  /** Settings name what is global, and what the names of modules stand for. */
  #readSetting(node: ts.Node, parent: ts.Node): void {
    const isName =
      (ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent)) && parent.name === node;
    if (isName && (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && node.text.length <= longestName)
      this.#mentioned.add(node.text.replace(/(?:\/\*|\$)$/, ''));
    if (!ts.isStringLiteralLike(node) || isImported(node, parent)) return;
    const isListed = ts.isArrayLiteralExpression(parent) || ts.isPropertyAssignment(parent);
    // A plugin may make a module of the name.
    if (packaged.test(node.text) && node.text.length <= longestName)
      for (const name of [node.text, node.text.split('/')[0] ?? '']) this.#mentioned.add(name);
    else if (isListed && identifier.test(node.text)) this.#mentioned.add(node.text);
  }

  #readUse(node: ts.Node, parent: ts.Node, around: ts.Node): void {
    const { kind } = node;
    if (kind === SyntaxKind.TypeOfExpression) {
      const { expression } = node as ts.TypeOfExpression;
      if (ts.isIdentifier(expression)) this.#guarded.add(expression.text);
    } else if (kind === SyntaxKind.BinaryExpression) {
      const { left, operatorToken } = node as ts.BinaryExpression;
      const isAssignment = operatorToken.kind === SyntaxKind.EqualsToken;
      if (isAssignment) for (const name of assignedNames(left)) this.#guarded.add(name);
      // Only those at the top level are listed.
      const isTop = ts.isBinaryExpression(parent) || ts.isSourceFile(around);
      if (isAssignment && ts.isPropertyAccessExpression(left) && isExports(left.expression) && !isTop)
        this.#isOpen = true;
    } else if (kind === SyntaxKind.PropertyAccessExpression) {
      const access = node as ts.PropertyAccessExpression;
      const { expression, name } = access;
      if (!ts.isIdentifier(expression)) return;
      if (this.#skips === 0) this.#members.read(expression.text, access, parent);
      if (globalObjects.has(expression.text))
        (isAssigned(access, parent) ? this.#ambient : this.#mentioned).add(name.text);
      if (isModuleExports(access) && !isAssigned(access, parent)) this.#isOpen = true;
    } else if (kind === SyntaxKind.VariableDeclaration) {
      const call = keptCall(node as ts.VariableDeclaration, parent, around);
      const { name } = node as ts.VariableDeclaration;
      if (this.#skips === 0) this.#taken.read(node as ts.VariableDeclaration, parent);
      if (call !== undefined && ts.isIdentifier(name) && this.#skips === 0) this.#kept.keep(name.text, call);
    } else if (kind === SyntaxKind.JsxOpeningElement || kind === SyntaxKind.JsxSelfClosingElement) {
      if (this.#skips === 0) this.#taken.element(node as ts.JsxOpeningLikeElement);
    } else if (kind === SyntaxKind.NewExpression) {
      const address = addressIn(node as ts.NewExpression);
      if (address !== undefined && this.#tries === 0)
        this.#imports.push({
          ...{ from: address.text, at: this.#spot(address), local: '' },
          ...{ isRequire: true, isDynamic: true, isAddress: true },
        });
    } else if (kind === SyntaxKind.CallExpression) {
      const name = calledName(node as ts.CallExpression);
      if (name !== undefined && this.#skips === 0) this.#taken.call(name, node as ts.CallExpression);
      const use = name === undefined ? undefined : useOf(node as ts.CallExpression, parent, around, this.#tags > 0);
      if (name !== undefined && use !== undefined && this.#skips === 0)
        this.#values.push({ name, at: this.#spot(node), ...use });
      this.#readCall(node as ts.CallExpression, parent, around);
    }
  }

  #readCall(node: ts.CallExpression, parent: ts.Node, around: ts.Node): void {
    const [argument] = node.arguments;
    if (argument === undefined || !ts.isStringLiteralLike(argument) || this.#tries > 0) return;
    const isRequire = isRequireCall(node);
    if (!isRequire && node.expression.kind !== SyntaxKind.ImportKeyword) return;
    // `import('a').catch(…)` expects that it may be missing, as a `try` does.
    if (ts.isPropertyAccessExpression(parent) && parent.name.text === 'catch') return;
    // `const { two } = await import('./util')`
    const holder = !isRequire && ts.isAwaitExpression(parent) ? around : parent;
    const bound = ts.isVariableDeclaration(holder) && (isRequire || holder !== parent) ? holder.name : undefined;
    const elements = bound !== undefined && ts.isObjectBindingPattern(bound) ? bound.elements : [];
    const names = elements.flatMap(each => {
      const name = each.propertyName ?? each.name;
      if (!ts.isIdentifier(name) || each.dotDotDotToken !== undefined || each.initializer !== undefined) return [];
      const [local = name] = boundNames(each.name);
      return [{ name: name.text, local: local.text, at: this.#spot(each) }];
    });
    if (!isRequire && isLazy(around) && ts.isArrowFunction(parent) && parent.body === node) {
      const [local = ''] = argument.text.split('/').slice(-1);
      names.push({ name: 'default', local: local.replace(/\.\w+$/, ''), at: this.#spot(argument) });
    }
    this.#imports.push({
      from: argument.text,
      at: this.#spot(argument),
      isRequire: true,
      ...(!isRequire && { isDynamic: true }),
      ...(names.length > 0 && { names }),
      local: bound !== undefined && ts.isIdentifier(bound) ? bound.text : '',
    });
  }
}

/** Whether it is `module.exports = …` or `module.exports.name = …`. */
function isAssigned(node: ts.PropertyAccessExpression, parent: ts.Node): boolean {
  return (
    (ts.isBinaryExpression(parent) && parent.left === node) ||
    (ts.isPropertyAccessExpression(parent) && parent.expression === node)
  );
}
