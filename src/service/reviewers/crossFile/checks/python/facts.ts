/** Where a name stands. Line and UTF-16 columns from 1, the end excluded. */
export type Span = readonly [line: number, column: number, endColumn: number];

/** What a function takes; of a method with `self`. */
export interface Signature {
  /** Names of the positional parameters. */
  readonly positional: readonly string[];
  /** How many of them cannot be given by name. */
  readonly positionalOnly?: number;
  /** How many of them, counted from the last, have a default. */
  readonly defaults?: number;
  /** Names of the keyword-only parameters. */
  readonly keywordOnly?: readonly string[];
  /** Those of them without a default. */
  readonly required?: readonly string[];
  /** Set for `*args`. */
  readonly anyPositional?: true;
  /** Set for `**kwargs`. */
  readonly anyKeyword?: true;
}

export interface Named {
  readonly name: string;
  readonly at: Span;
}

/** A function or method. */
export interface FunctionFacts extends Named {
  /** Absent if it is only declared, or another definition of the name may change it. */
  readonly signature?: Signature;
  /** Set if a decorator may change what a call takes and gives (`all`), or gives alone. */
  readonly isWrapped?: 'all' | 'result';
  /** Places of its parameters, if they are on several lines. */
  readonly parameters?: readonly Span[];
  /** What a call gives, if that is known: a coroutine, or what cannot be awaited. */
  readonly gives?: 'coroutine' | 'value';
  /** Absent for functions and for methods that take the instance. */
  readonly method?: 'static' | 'class';
}

/** A class at the top level of a module. */
export interface ClassFacts extends Named {
  /** Indices of references to its bases; absent if one cannot be read. */
  readonly bases?: readonly number[];
  readonly methods: readonly FunctionFacts[];
  /** Instance attributes that are set once, to a new instance: its class as the index of a reference. */
  readonly attributes?: readonly { readonly name: string; readonly type: number }[];
  /** Names at the top of the class that are bound once and are no methods. */
  readonly values?: readonly Named[];
  /** Other names that the class or its instances have. */
  readonly others?: readonly string[];
  /** What a dataclass takes, without `self`. */
  readonly fields?: Signature;
  /** Set if it cannot be known what calling the class takes. */
  readonly isBuiltSpecially?: true;
  /** Set if the class or its instances may have names that are not seen. */
  readonly isOpen?: true;
}

/** A name at the top level of a module. */
export type Definition =
  | ({ readonly kind: 'function' } & FunctionFacts)
  | ({ readonly kind: 'class' } & ClassFacts)
  | ({ readonly kind: 'import'; readonly import: number } & Named)
  | ({
      readonly kind: 'value';
      /** Index of a reference to the class whose new instance is assigned, if that is known. */
      readonly type?: number;
    } & Named);

/** A name that an import statement reads. */
export interface Import {
  /** As it is written, with the leading dots of a relative import. */
  readonly module: string;
  /** The name that is taken from it; absent for `import module`. */
  readonly name?: string;
  /** Place of the name, or of the module. */
  readonly at: Span;
  /** Set if the code expects that the import fails, or runs it on a condition. */
  readonly isGuarded?: true;
}

/** Something that dotted code refers to. */
export interface Reference {
  /** Index of the import that binds the first name; absent for a name of this module. */
  readonly import?: number;
  /**
   * What follows: `.name` is an attribute, `()` an instance. Of a name of this module: begins with it. `C().super()` is
   * what `super()` gives in a method of `C`.
   */
  readonly path: string;
  /** The first place that is not guarded; absent if all are. */
  readonly at?: Span;
  /** Set if the instance may be of a subclass. */
  readonly isVirtual?: true;
}

/**
 * What becomes of the value of a call: `passed` if it is handed on, returned or kept; `value` with a word for what the
 * code does to it.
 */
export type CallUse = 'awaited' | 'passed' | 'statement' | 'condition' | 'value' | 'iterated' | 'entered';

/**
 * A call of something that may be of the repository: the index of the reference to what is called, the place of its last
 * name, the line of the closing bracket, the number of positional arguments (-1 if some arguments are unpacked), and
 * the names of the keyword arguments. A tuple, since a repository has very many.
 */
export type Call = readonly [
  to: number,
  line: number,
  column: number,
  endColumn: number,
  endLine: number,
  positional: number,
  use: CallUse,
  ...keywords: string[],
];

/** A function that its own file names nowhere else, with the lines of its first and its last one. */
export type IdleFunction = readonly [name: string, from: number, to: number];

/** A field of a model of Django. */
export interface Column extends Named {
  readonly model: string;
  /** Set if Django makes no table for the model itself. */
  readonly isTableless?: true;
}

/** A migration of Django or Alembic. */
export interface MigrationFacts {
  /** What others come after it by. */
  readonly id: string;
  /** The ids of those that it comes after. */
  readonly after: readonly string[];
  /** Where it says that, from 1. */
  readonly line: number;
  /** Names of models and fields in it. */
  readonly names: readonly string[];
  /** Set if it begins a branch, stands for several, or does not say what it comes after in a way that is known. */
  readonly isBranch?: true;
}

/** What the checks need of a Python file. */
export interface PythonFacts {
  /** Top-level names, in the order in which they are first bound. */
  readonly definitions: readonly Definition[];
  readonly imports: readonly Import[];
  /** Modules whose names are all imported, as they are written. */
  readonly stars?: readonly string[];
  /** Names that it may have from these, with the first place of each. */
  readonly starred?: readonly (readonly [name: string, at: Span])[];
  /** Set if loading the module calls one of its own functions: it is a script. */
  readonly isScript?: true;
  /** Set if the module may have names that cannot be read. */
  readonly isOpen?: true;
  readonly references: readonly Reference[];
  readonly calls: readonly Call[];
  /** Texts that may be the dotted path of a name, with the place of each. */
  readonly dotted?: readonly (readonly [text: string, at: Span])[];
  /** What its `__all__` lists. */
  readonly listed?: readonly Named[];
  /** Fixtures of pytest that it makes, and those that its tests and fixtures ask for. */
  readonly fixtures?: readonly Named[];
  readonly asked?: readonly Named[];
  /** Names that it gives to addresses of Django, and those whose address it asks for. */
  readonly routes?: readonly Named[];
  readonly routed?: readonly Named[];
  /** Fields of the models of Django in it. */
  readonly columns?: readonly Column[];
  readonly migration?: MigrationFacts;
  /** Words of a file that says which packages are installed. */
  readonly declared?: readonly string[];
  /** Patterns of a `.gitignore`, in their order. */
  readonly ignored?: readonly string[];
  /** Functions that only other files may call; absent if there is none. */
  readonly idle?: readonly IdleFunction[];
}
