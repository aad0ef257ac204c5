import type { IgnoreFacts } from '../ignoredFiles.ts';

/** Line and UTF-16 columns from 1, the end excluded. */
export type Spot = readonly [line: number, column: number, endColumn: number];

/** Facts about a file of a JavaScript project. Absent lists are empty. */
export type JavaScriptFacts = ScriptFacts | ManifestFacts | PathsFacts | LockFacts | IgnoreFacts;

/** A script or the scripts of a component. */
export interface ScriptFacts {
  readonly kind: 'script';
  /** Whether it is JavaScript, where undefined names are looked for. */
  readonly isJavaScript?: true;
  /** Whether it is a module of TypeScript whose names all come from it, its imports or what is global. */
  readonly isTypeScript?: true;
  /** Whether it has marks of a template, or tells linters to be silent about undefined names. */
  readonly isSilenced?: true;
  /** Whether it has imports or exports; else its top-level names are global. */
  readonly isModule?: true;
  readonly imports?: readonly ImportFacts[];
  /** Whether a program wrote it, as it says itself: the packages that it imports are those of what it was made of. */
  readonly isMade?: true;
  /** Words of comments that say what to install by hand, or what is not declared. */
  readonly installed?: readonly string[];
  readonly exports?: readonly ExportFacts[];
  /** Modules whose names it exports all. */
  readonly stars?: readonly string[];
  /** Whether it may export more than is listed. */
  readonly isOpen?: true;
  /** Whether it exports by CommonJS. */
  readonly isCommonJs?: true;
  /** Names that it uses and declares nowhere, with the first places. */
  readonly free?: readonly FreeName[];
  /** Names that only a comment calls global (`global name`), as if it were not there, with the line of it. */
  readonly saved?: readonly (readonly [name: FreeName, line: number])[];
  /** Names that it imports as types alone and uses as values, with the first use each. */
  readonly typesUsed?: readonly (readonly [name: string, at: Spot])[];
  /** Names that it declares for all files: of scripts, `window.x = …`, `declare global`. */
  readonly ambient?: readonly string[];
  /** Names that may be declared for all files where it mentions them: `window.x`, settings of tools. */
  readonly mentioned?: readonly string[];
  /** Names that its functions have from a hook that they call, `const { t } = useTranslation()`. */
  readonly hookNames?: readonly (readonly [name: string, hook: string])[];
  /** Names of its functions at the top level that return a promise, with the statement each. */
  readonly asyncs?: readonly (readonly [name: string, at: Spot])[];
  /** Calls whose result is used as if it were no promise. */
  readonly values?: readonly ValueFacts[];
  /** Patterns by which it loads modules that it does not name, relative to it or to its project (`/`). */
  readonly globs?: readonly string[];
  /** What its script gives to its markup, if it is a component. */
  readonly markup?: MarkupFacts;
  /** Its classes that use what they have. */
  readonly classes?: readonly ClassFacts[];
}

/** Names that the markup of a component uses. */
export interface MarkupFacts {
  /** Those that the script declares at its top, with the statement each. */
  readonly given: readonly (readonly [name: string, at: Spot])[];
  /** Those that the script has nowhere, with the first use each, and whether an element is called so. */
  readonly missed: readonly (readonly [name: string, at: Spot, isElement: boolean])[];
}

/** A class at the top level of a file. */
export interface ClassFacts {
  readonly name: string;
  readonly members: readonly (readonly [name: string, at: Spot])[];
  /** What it calls or hands on of `this` and never sets or asks for, with the places. */
  readonly uses: readonly (readonly [name: string, places: readonly Spot[]])[];
  /** Whether it may have more members. */
  readonly isOpen?: true;
}

/** A name that a file uses and declares nowhere, the first places, and a name of the file that is almost the same. */
export type FreeName = readonly [name: string, places: readonly Spot[], near?: string];

/** An import, a re-export, a `require` or an `import()`. */
export interface ImportFacts {
  readonly from: string;
  readonly at: Spot;
  readonly names?: readonly NameFacts[];
  /** Whether all of it is of types, of which nothing is left where the code runs. */
  readonly isType?: true;
  readonly isRequire?: true;
  /** Whether it is an `import()`, which is also `isRequire`: it is no statement. */
  readonly isDynamic?: true;
  /** Whether it is the address of a file, `new URL('./a', import.meta.url)`; then it is `isDynamic` too. */
  readonly isAddress?: true;
  /** Whether it is what a test replaces, `vi.mock('./a')`; then it is `isAddress` too. */
  readonly isMock?: true;
  /** Exports that are called or looked into by way of the namespace, `u.two()`. */
  readonly members?: readonly NameFacts[];
  /** `export … from` */
  readonly isExport?: true;
  /** Whether a comment above it tells the compiler or a linter to be silent. */
  readonly isSilenced?: true;
}

/** An imported name, `default` or `*` included, and the name that it has here. */
export interface NameFacts {
  readonly name: string;
  readonly local: string;
  readonly at: Spot;
  /** Whether the code of the file has its name nowhere else; unknown in components. */
  readonly isUnused?: true;
  /** Whether it is imported or used as a type alone, of which nothing is left where the code runs; unknown in components. */
  readonly isType?: true;
  /** What is read of it and not asked for first, with the first place each. */
  readonly reads?: readonly (readonly [member: string, at: Spot])[];
  /** The same of what a call of it gives. */
  readonly takes?: readonly (readonly [member: string, at: Spot])[];
  /** The same of the attributes that its elements have. */
  readonly passes?: readonly (readonly [name: string, at: Spot])[];
  /** How many arguments its calls give in TypeScript, with the first place each. */
  readonly calls?: readonly (readonly [count: number, at: Spot])[];
}

export interface ExportFacts {
  readonly name: string;
  readonly at: Spot;
  /** The module that it comes from, and its name there. */
  readonly from?: readonly [module: string, name: string];
  /** Its name in this file, if it has one. */
  readonly local?: string;
  /** Whether it is declared as a type, which is gone where the code runs. */
  readonly isType?: true;
  /** What it has: an enum, an object, a class or the instance of one, if all of it is known. */
  readonly members?: readonly (readonly [name: string, at: Spot])[];
  /** The same of what a call of it gives. */
  readonly gives?: readonly (readonly [name: string, at: Spot])[];
  /** The asynchronous functions that it has. */
  readonly asyncs?: readonly string[];
  /** What a component takes, if it takes nothing else. */
  readonly props?: readonly (readonly [name: string, at: Spot])[];
  /** How many arguments it takes, if it is a function of TypeScript; `most` is -1 for any number. */
  readonly accepts?: readonly [least: number, most: number, lines?: readonly number[]];
}

/** A call of a name, or of what an imported name has (`api.load`), whose result is tested, counted with, put into a text, or read from. */
export interface ValueFacts {
  readonly name: string;
  readonly at: Spot;
  readonly use: 'tested' | 'negated' | 'calculated' | 'compared' | 'written' | 'read';
  /** The variable that keeps the result until then, and the line on which it is used. */
  readonly kept?: readonly [variable: string, line: number];
  /** The property that is read. */
  readonly property?: string;
}

/** A `package.json`. */
export interface ManifestFacts {
  readonly kind: 'manifest';
  readonly name?: string;
  readonly version?: string;
  /** Packages that it depends on in any way, with the line of each, and the version that is asked for. */
  readonly packages: readonly (readonly [name: string, line: number, range: string])[];
  /** The paths that its folder stands for, in whatever way it is loaded; absent if that is its index. */
  readonly main?: readonly string[];
  /** The paths of scripts that its commands run. */
  readonly runs?: readonly string[];
  /** The paths of what may be imported of it, by what is asked for (`./tools`, with one `*` at most); absent if that is all. */
  readonly exports?: readonly (readonly [asked: string, targets: readonly string[]])[];
  /** Folders of the packages that it installs beside each other, as patterns. */
  readonly workspaces?: readonly string[];
  /** Names of packages whose version is set for whoever asks for them; they may be imported as well. */
  readonly pinned?: readonly string[];
  /** Whether its `.js` files are modules of ECMAScript. */
  readonly isModule?: true;
  /** Names that its settings of linters and tests call global. */
  readonly mentioned?: readonly string[];
}

/** A `tsconfig.json` or `jsconfig.json`. */
export interface PathsFacts {
  readonly kind: 'paths';
  /** Relative to its folder. */
  readonly baseUrl?: string;
  /** Targets by pattern, the most exact one first, relative to `baseUrl` or its folder. */
  readonly paths?: readonly (readonly [pattern: string, targets: readonly string[]])[];
  /** Patterns of the files that are not compiled. */
  readonly exclude?: readonly string[];
  /** Whether it takes over settings of another. */
  readonly isExtending?: true;
}

/** A lock file of a package manager that installs all packages beside each other. */
export interface LockFacts {
  readonly kind: 'lock';
  /** Names of the packages that any module of the folder finds. */
  readonly installed: readonly string[];
}
