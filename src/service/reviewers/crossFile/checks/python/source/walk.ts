import type { SyntaxNode } from '@lezer/common';
import type { FunctionFacts, Import } from '../facts.ts';
import { useOf } from './callUse.ts';
import { decorated, decoratorNames } from './decorators.ts';
import { functionFacts, functionParts, instanceAmong } from './functionFacts.ts';
import type { HandedOut } from './gives.ts';
import { both, guardBelow, guardOf, guardOfFile, guardOfMarks, type Guard } from './guards.ts';
import { readImports } from './imports.ts';
import type { Source } from './parse.ts';
import { Scope } from './scopes.ts';
import { readParameters } from './signature.ts';
import { bindInHeader, bindPatterns, bindTarget, readAssignment } from './targets.ts';

/** Dotted code as it was met; what its first name stands for is known at the end of the file. */
export interface Met {
  readonly node: SyntaxNode;
  readonly scope: Scope;
}

/** A top-level class as it was met. */
export interface MetClass extends Met {
  readonly name: string;
  readonly decorators: readonly SyntaxNode[];
  readonly methods: FunctionFacts[];
  /** Attributes that methods set on the instance. */
  readonly stored: Map<string, { times: number; readonly value?: SyntaxNode | undefined; readonly scope: Scope }>;
}

/** How deep code may be nested. */
const deepest = 400;
/** Methods whose first parameter is the class without a decorator. */
const ofClass = new Set(['__new__', '__init_subclass__', '__class_getitem__']);

/** Reads a file from top to bottom and notes what it binds, imports, calls and uses. */
export class Walk {
  readonly module = new Scope('module');
  readonly imports: Import[] = [];
  readonly stars: string[] = [];
  readonly functions = new Map<string, FunctionFacts>();
  readonly classes = new Map<string, MetClass>();
  readonly calls: Met[] = [];
  readonly uses: Met[] = [];
  /** Names whose values are taken. */
  readonly loads: Met[] = [];
  /** Attributes of others than `self` that are set: a method of such a name may be another by then. */
  readonly replaced = new Set<string>();
  /** Set if the module may have names that are not seen. */
  isOpen = false;
  readonly #source: Source;
  #guard: Guard;
  /** What holds in functions too, whenever they are run. */
  #skipped: Guard;
  /** Whether the statement runs on a condition. */
  #isConditional = false;
  #handedOut: HandedOut = { yields: false, returns: false };
  #depth = 0;

  /** @throws RangeError for code that is nested too deeply */
  constructor(source: Source) {
    this.#source = source;
    this.#skipped = guardOfFile(source.text(source.root));
    this.#guard = this.#skipped;
    this.#children(source.root, this.module);
  }

  #children(node: SyntaxNode, scope: Scope): void {
    if (++this.#depth > deepest) throw new RangeError('nested too deeply');
    const [guard, skipped] = [this.#guard, this.#skipped];
    for (let child = node.firstChild; child !== null; child = child.nextSibling) {
      this.#visit(child, scope);
      const below = guardBelow(this.#source, child);
      this.#guard = both(this.#guard, below);
      this.#skipped = both(this.#skipped, below);
    }
    [this.#guard, this.#skipped] = [guard, skipped];
    this.#depth -= 1;
  }

  #visit(node: SyntaxNode, scope: Scope): void {
    const first = node.firstChild;
    switch (node.name) {
      case 'FunctionDefinition':
        this.#function(node, scope, []);
        return;
      case 'ClassDefinition':
        this.#class(node, scope, []);
        return;
      case 'DecoratedStatement':
        this.#decorated(node, scope);
        return;
      case 'LambdaExpression':
        this.#children(node, this.#withParameters(node.getChild('ParamList'), scope));
        return;
      case 'ImportStatement':
        this.#import(node, scope);
        return;
      case 'AssignStatement':
        this.#assign(node, scope);
        return;
      case 'CallExpression':
      case 'MemberExpression':
        this.#chain(node, scope);
        return;
      case 'VariableName':
        this.#load(node, scope);
        return;
      case 'ScopeStatement':
        for (const name of node.getChildren('VariableName'))
          scope.declare(this.#source.text(name), name, first?.name === 'global');
        return;
      case 'IfStatement':
      case 'TryStatement':
      case 'WithStatement':
      case 'ForStatement':
      case 'WhileStatement':
      case 'MatchStatement':
        this.#compound(node, scope);
        return;
      case 'String':
        return;
      case 'NamedExpression':
        // In a comprehension it binds a name of the function around it.
        for (const each of [scope, scope.parent])
          if (each !== undefined && first !== null) bindTarget(this.#source, first, each);
        break;
      case 'UpdateStatement':
        if (first !== null) bindTarget(this.#source, first, scope);
        break;
      case 'TypeDefinition':
      case 'DeleteStatement':
        bindTarget(this.#source, node, scope);
        break;
      case 'MatchClause':
        bindPatterns(this.#source, node, scope);
        break;
      case 'YieldStatement':
      case 'YieldExpression':
        this.#handedOut.yields = true;
        break;
      case 'ReturnStatement':
        if (first?.nextSibling) this.#handedOut.returns = true;
        break;
    }
    this.#children(node, isComprehension(node) ? this.#ofComprehension(node, scope) : scope);
  }

  #ofComprehension(node: SyntaxNode, scope: Scope): Scope {
    const inner = new Scope('function', scope);
    bindInHeader(this.#source, node, inner);
    return inner;
  }

  #decorated(node: SyntaxNode, scope: Scope): void {
    const decorators = node.getChildren('Decorator');
    for (const each of decorators) this.#children(each, scope);
    const definition = node.lastChild;
    const [guard, skipped] = [this.#guard, this.#skipped];
    const marks = guardOfMarks(decorators.map(each => this.#source.text(each)).join('\n'));
    [this.#guard, this.#skipped] = [both(guard, marks), both(skipped, marks)];
    if (definition?.name === 'ClassDefinition') this.#class(definition, scope, decorators);
    else if (definition !== null) this.#function(definition, scope, decorators);
    [this.#guard, this.#skipped] = [guard, skipped];
  }

  #function(node: SyntaxNode, scope: Scope, decorators: readonly SyntaxNode[]): void {
    const parts = functionParts(node);
    if (parts === undefined) return;
    const name = this.#source.text(parts.name);
    scope.bind(name, parts.name);
    const kept = decorated(decoratorNames(this.#source, decorators));
    const parameters = readParameters(this.#source, parts.list);
    const inner = this.#withParameters(parts.list, scope);
    if (scope.className !== undefined && kept.method !== 'static') {
      inner.instance = instanceAmong(parameters);
      // A decorator such as `validator` of Pydantic makes a class method; in a metaclass the class is the instance.
      const isMadeOne = !kept.keepsSignature && /^_*(?:cls|klass)$/.test(inner.instance ?? '');
      inner.isClassMethod = kept.method === 'class' || isMadeOne || ofClass.has(name);
    }
    // Defaults and annotations belong to the scope around.
    for (let part = parts.list.firstChild; part !== null; part = part.nextSibling)
      if (part.name !== 'VariableName' || part.prevSibling?.name === 'AssignOp') this.#visit(part, scope);
    for (const type of node.getChildren('TypeDef')) this.#visit(type, scope);
    const handedOut = this.#inFunction(parts.body, inner, scope.kind === 'module');
    if (this.#isConditional) return;
    const facts = functionFacts(this.#source, parts, parameters, kept, handedOut, scope.className !== undefined);
    if (scope.kind === 'module') this.functions.set(name, facts);
    else if (scope.className !== undefined) this.classes.get(scope.className)?.methods.push(facts);
  }

  /** Visits the body of a function, which runs later than the code around it. */
  #inFunction(body: SyntaxNode, scope: Scope, isTopLevel: boolean): HandedOut {
    const [isConditional, around, guard] = [this.#isConditional, this.#handedOut, this.#guard];
    const own = { yields: false, returns: false };
    this.#handedOut = own;
    if (isTopLevel) this.#guard = this.#skipped;
    this.#visit(body, scope);
    [this.#isConditional, this.#handedOut, this.#guard] = [isConditional, around, guard];
    return own;
  }

  #withParameters(list: SyntaxNode | null, around: Scope): Scope {
    const scope = new Scope('function', around);
    if (list !== null)
      for (const { name, at, annotation } of readParameters(this.#source, list)) scope.bind(name, at, { annotation });
    return scope;
  }

  #class(node: SyntaxNode, scope: Scope, decorators: readonly SyntaxNode[]): void {
    const named = node.getChild('VariableName');
    const body = node.getChild('Body');
    if (named === null || body === null) return;
    const name = this.#source.text(named);
    scope.bind(name, named);
    const bases = node.getChild('ArgList');
    if (bases !== null) this.#visit(bases, scope);
    const isKnown = scope.kind === 'module' && !this.#isConditional && !this.classes.has(name);
    const inner = new Scope('class', scope, isKnown ? name : undefined);
    if (isKnown) this.classes.set(name, { node, name, decorators, scope: inner, methods: [], stored: new Map() });
    this.#visit(body, inner);
  }

  #import(node: SyntaxNode, scope: Scope): void {
    const { star, names } = readImports(this.#source, node);
    if (star !== undefined) this.stars.push(star);
    for (const { as, binds, at, ...read } of names) {
      const add = (each: Omit<Import, 'at'>): number =>
        this.imports.push({ ...each, at, ...(this.#guard.imports && { isGuarded: true }) }) - 1;
      const index = add(read);
      // `import a.b` binds `a`.
      const bound = { module: binds ?? read.module, name: read.name };
      const known = this.imports[scope.bindings.get(as)?.import ?? -1];
      if (known?.module === bound.module && known.name === bound.name) continue;
      scope.bind(as, node, { import: binds === undefined ? index : add({ module: binds }) });
    }
  }

  #assign(node: SyntaxNode, scope: Scope): void {
    const { targets, value } = readAssignment(node);
    const call = value?.name === 'CallExpression' ? value : undefined;
    for (const target of targets) if (!this.#store(target, scope, call)) bindTarget(this.#source, target, scope, call);
    for (let child = node.firstChild; child !== null; child = child.nextSibling) {
      const isTarget = targets.some(({ from }) => from === child.from);
      const [object, member] = [child.firstChild, child.lastChild];
      if (isTarget && member?.name === 'PropertyName' && object !== null) {
        // What is set need not have been there.
        if (object.name !== 'VariableName' || scope.owner(this.#source.text(object)).instance === undefined)
          this.replaced.add(this.#source.text(member));
        this.#visit(object, scope);
      } else if (child.name !== 'VariableName' || !isTarget) this.#visit(child, scope);
    }
  }

  /** Notes that `self.name` is set. */
  #store(target: SyntaxNode, scope: Scope, value: SyntaxNode | undefined): boolean {
    const [object, member] = [target.firstChild, target.lastChild];
    if (target.name !== 'MemberExpression' || object?.name !== 'VariableName' || member?.name !== 'PropertyName')
      return false;
    const owner = scope.owner(this.#source.text(object));
    const stored = this.classes.get(owner.parent?.className ?? '')?.stored;
    if (stored === undefined || owner.instance !== this.#source.text(object)) return false;
    const name = this.#source.text(member);
    const known = stored.get(name);
    if (known === undefined) stored.set(name, { times: 1, value, scope });
    else known.times += 1;
    return true;
  }

  #compound(node: SyntaxNode, scope: Scope): void {
    bindInHeader(this.#source, node, scope);
    const [guard, isConditional] = [this.#guard, this.#isConditional];
    this.#guard = both(guard, guardOf(this.#source, node, scope.kind !== 'function'));
    this.#isConditional = true;
    this.#children(node, scope);
    [this.#guard, this.#isConditional] = [guard, isConditional];
  }

  /**
   * Notes the calls of a chain of names, calls and attributes, and each run of attributes once.
   * @param isInRun whether an attribute of the expression is taken
   */
  #chain(node: SyntaxNode, scope: Scope, isInRun = false): void {
    if (++this.#depth > deepest) throw new RangeError('nested too deeply');
    const first = node.firstChild;
    const isAttribute = node.lastChild?.name === 'PropertyName';
    if (node.name === 'CallExpression') this.#call(node, scope);
    else if (isAttribute && !isInRun) this.#use(node, scope);
    if (first?.name === 'CallExpression' || first?.name === 'MemberExpression') this.#chain(first, scope, isAttribute);
    else if (first !== null) this.#visit(first, scope);
    for (let child = first?.nextSibling ?? null; child !== null; child = child.nextSibling) this.#visit(child, scope);
    this.#depth -= 1;
  }

  #call(node: SyntaxNode, scope: Scope): void {
    const name = node.firstChild?.name === 'VariableName' ? this.#source.text(node.firstChild) : '';
    if (name === 'globals' || name === 'exec' || (/^(?:vars|locals)$/.test(name) && scope.kind === 'module'))
      this.isOpen = true;
    if (!this.#guard.calls) this.calls.push({ node, scope });
  }

  #use(node: SyntaxNode, scope: Scope): void {
    if (this.#source.text(node) === 'sys.modules') this.isOpen = true;
    if (!this.#guard.uses) this.uses.push({ node, scope });
  }

  /** Notes that a name is used, and what becomes of a local variable that holds what a call gave. */
  #load(node: SyntaxNode, scope: Scope): void {
    const name = this.#source.text(node);
    if (!this.#guard.uses) this.loads.push({ node, scope });
    const owner = scope.owner(name);
    const binding = owner.bindings.get(name);
    if (owner.kind !== 'function' || binding?.call === undefined) return;
    const use = useOf(this.#source, node);
    if (owner === scope && use !== 'awaited' && use !== 'passed' && use !== 'statement') binding.isUsedAsValue = true;
    else binding.isHandedOn = true;
  }
}

/** A generator that is the only argument of a call has no node of its own. */
function isComprehension(node: SyntaxNode): boolean {
  return node.name.endsWith('ComprehensionExpression') || (node.name === 'ArgList' && node.getChild('for') !== null);
}
