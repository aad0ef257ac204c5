import type { SyntaxNode } from '@lezer/common';

/** How a name is bound in a scope. */
export interface Binding {
  /** Where it is bound first. */
  readonly at: SyntaxNode;
  /** How often it is bound. */
  times: number;
  /** Index of the import that binds it. */
  readonly import?: number | undefined;
  /** The expression whose new instance it is bound to. */
  readonly call?: SyntaxNode | undefined;
  /** The type that a parameter is annotated with. */
  readonly annotation?: SyntaxNode | undefined;
  /** Set if a local variable is used for what it is. */
  isUsedAsValue?: true;
  /** Set if a local variable is awaited, handed on or used in another function. */
  isHandedOn?: true;
}

/** What binds a name, at most one of them. */
export type Bound = Pick<Binding, 'import' | 'call' | 'annotation'>;

/** Names of a module, class, function, lambda or comprehension. */
export class Scope {
  readonly bindings = new Map<string, Binding>();
  readonly kind: 'module' | 'class' | 'function';
  readonly parent: Scope | undefined;
  /** Of a top-level class: its name. */
  readonly className: string | undefined;
  /** Of a method: the name of its first parameter. */
  instance: string | undefined;
  /** Set for a class method: the first parameter is the class. */
  isClassMethod = false;
  readonly #global = new Set<string>();

  constructor(kind: Scope['kind'], parent?: Scope, className?: string) {
    this.kind = kind;
    this.parent = parent;
    this.className = className;
  }

  bind(name: string, at: SyntaxNode, bound: Bound = {}): void {
    if (this.#global.has(name)) {
      this.module().bind(name, at);
      return;
    }
    const known = this.bindings.get(name);
    if (known === undefined) this.bindings.set(name, { at, times: 1, ...bound });
    else known.times += 1;
  }

  /** Declares a name as global, or as nonlocal: then it may have any value. */
  declare(name: string, at: SyntaxNode, isGlobal: boolean): void {
    if (isGlobal) {
      this.#global.add(name);
      this.module().bind(name, at);
      return;
    }
    for (let scope = this.parent; scope !== undefined; scope = scope.parent) scope.bind(name, at);
  }

  /** The innermost scope that binds a name as it is seen here; the module for names that none binds. */
  owner(name: string): Scope {
    if (this.bindings.has(name) && !this.#global.has(name)) return this;
    let scope = this.parent;
    if (scope === undefined || this.#global.has(name)) return this.module();
    // The names of a class are not seen in its methods.
    while (scope.parent !== undefined && (scope.kind === 'class' || !scope.bindings.has(name))) scope = scope.parent;
    return scope;
  }

  /**
   * The top-level class with an instance of which the method runs that code is in, also in a function inside of the
   * method.
   */
  classOfMethod(): string | undefined {
    if (this.kind !== 'function') return undefined;
    if (this.parent?.kind !== 'class') return this.parent?.classOfMethod();
    return this.isClassMethod ? undefined : this.parent.className;
  }

  /** The scope of the file. */
  module(): Scope {
    return this.parent === undefined ? this : this.parent.module();
  }
}
