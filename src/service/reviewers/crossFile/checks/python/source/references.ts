import type { SyntaxNode } from '@lezer/common';
import type { Import, Reference, Span } from '../facts.ts';
import type { Source } from './parse.ts';
import type { Scope } from './scopes.ts';
import { isStandard } from './standardLibrary.ts';

/** What dotted code stands for, without its place. */
type Target = Omit<Reference, 'at'>;

/** A name, followed by attributes and calls. */
interface Chain {
  readonly root: SyntaxNode;
  /** `.name` for an attribute, `()` for a call. */
  readonly path: string;
}

/** Attributes and calls of the longest chain. */
const longest = 8;
/** References of one file. */
const most = 20_000;

/** The references of a file, each once. */
export class References {
  readonly list: { -readonly [Key in keyof Reference]: Reference[Key] }[] = [];
  readonly #source: Source;
  readonly #imports: readonly Import[];
  readonly #known = new Map<string, number>();

  constructor(source: Source, imports: readonly Import[]) {
    this.#source = source;
    this.#imports = imports;
  }

  /** The index of the reference that an expression is; undefined if it is none that a check needs. */
  indexOf(expression: SyntaxNode, scope: Scope): number | undefined {
    const target = this.#target(expression, scope, 0);
    return target && this.#add(target);
  }

  /** Notes that an attribute of an imported name is used; of what is named as classes are, the first one. */
  addUse(expression: SyntaxNode, scope: Scope, at: Span): void {
    const target = this.#target(expression, scope, 0);
    if (target?.import === undefined || target.path.includes('(')) return;
    if (this.#mayBeModule(target.import)) this.#add(target, at);
    else this.#add({ ...target, path: /^\.[^.]+/.exec(target.path)?.[0] ?? '' }, at);
  }

  /** The index of the reference that a base class is: of names that the module does not bind, too. */
  indexOfBase(expression: SyntaxNode, module: Scope): number | undefined {
    const inner =
      expression.name === 'MemberExpression' && expression.lastChild?.name === ']' ? expression.firstChild : expression;
    const chain = inner === null ? undefined : this.#chain(inner);
    if (chain === undefined || chain.path.includes('(')) return undefined;
    const name = this.#source.text(chain.root);
    const bound = module.bindings.get(name);
    const imported = this.#imports[bound?.import ?? -1];
    if (imported !== undefined && (isStandard(imported.module) || imported.module === 'sqlalchemy.orm'))
      return this.#add({ path: `${imported.module}.${imported.name ?? ''}${chain.path}` });
    const target = bound === undefined ? { path: name } : this.#target(chain.root, module, 0);
    return target && this.#add({ ...target, path: target.path + chain.path });
  }

  /** Modules are rarely named as classes are. */
  #mayBeModule(index: number): boolean {
    const { name } = this.#imports[index] ?? {};
    return name === undefined || !/^[A-Z]/.test(name);
  }

  #add(target: Target, at?: Span): number | undefined {
    const key = `${target.import ?? ''} ${target.path} ${target.isVirtual === true ? 1 : 0}`;
    const known = this.#known.get(key);
    if (known !== undefined) {
      const reference = this.list[known];
      if (at !== undefined && reference !== undefined) reference.at ??= at;
      return known;
    }
    if (this.list.length >= most) return undefined;
    this.#known.set(key, this.list.length);
    return this.list.push({ ...target, ...(at !== undefined && { at }) }) - 1;
  }

  #target(expression: SyntaxNode, scope: Scope, depth: number): Target | undefined {
    const chain = this.#chain(expression);
    if (chain === undefined || depth > 3) return undefined;
    const name = this.#source.text(chain.root);
    if (name === 'super' && chain.path.startsWith('().')) {
      const className = scope.classOfMethod();
      // `super(Base, self)` begins behind another class.
      const [, first = className] = /^super\(\s*(\w+)/.exec(this.#source.text(chain.root.parent ?? chain.root)) ?? [];
      return className === undefined || first !== className ? undefined : { path: `${className}().super${chain.path}` };
    }
    const owner = scope.owner(name);
    const binding = owner.bindings.get(name);
    if (binding?.times !== 1 || owner.kind === 'class') return undefined;
    const className = owner.parent?.className;
    if (owner.instance === name && className !== undefined) {
      if (!owner.isClassMethod) return { path: `${className}()${chain.path}`, isVirtual: true };
      return chain.path.startsWith('(') ? undefined : { path: className + chain.path, isVirtual: true };
    }
    if (binding.import !== undefined)
      return isStandard(this.#imports[binding.import]?.module ?? '')
        ? undefined
        : { import: binding.import, path: chain.path };
    if (owner.kind === 'module') return { path: name + chain.path };
    const of =
      binding.call !== undefined
        ? this.#target(binding.call, owner, depth + 1)
        : binding.annotation !== undefined && this.#annotated(binding.annotation, owner, depth);
    return of ? { ...of, path: of.path + chain.path } : undefined;
  }

  /** An instance of the class that a parameter is annotated with. */
  #annotated(annotation: SyntaxNode, owner: Scope, depth: number): Target | undefined {
    const type = this.#target(annotation, owner.parent ?? owner, depth + 1);
    return type && !type.path.includes('(') ? { ...type, path: `${type.path}()`, isVirtual: true } : undefined;
  }

  #chain(expression: SyntaxNode): Chain | undefined {
    let path = '';
    let node: SyntaxNode | null = expression;
    for (let length = 0; node !== null && length <= longest; length += 1) {
      if (node.name === 'VariableName') return { root: node, path };
      if (node.name === 'CallExpression') path = `()${path}`;
      else if (node.name === 'MemberExpression' && node.lastChild?.name === 'PropertyName')
        path = `.${this.#source.text(node.lastChild)}${path}`;
      else return undefined;
      node = node.firstChild;
    }
    return undefined;
  }
}
