import type { JsonObject } from '../../../../api/decode/aliases.ts';
import { toInteger, toList, toObject, toText } from './json.ts';
import type { PathContext } from './toolDiagnostic.ts';
import { repositoryPathOfUri } from './repositoryPath.ts';
import type { ToolRange } from './textPositions.ts';

const mostBases = 8;
const mostArtifacts = 100_000;

/** Resolves the artifact locations of a run. */
export class SarifFiles {
  readonly #where: PathContext;
  readonly #bases: JsonObject;
  readonly #artifacts: readonly unknown[];
  readonly #paths = new Map<string, string | undefined>();

  constructor(run: JsonObject, where: PathContext) {
    this.#where = where;
    this.#bases = toObject(run['originalUriBaseIds']);
    this.#artifacts = toList(run['artifacts'], mostArtifacts);
  }

  /** The path in the repository of an `artifactLocation` (SARIF 2.1.0, 3.4); undefined for files elsewhere. */
  pathOf(artifactLocation: unknown): string | undefined {
    const location = toObject(artifactLocation);
    const named = toText(location['uri']) === undefined ? this.#artifact(location) : location;
    const uri = this.#absolute(named, 0);
    if (uri === undefined) return undefined;
    if (!this.#paths.has(uri)) this.#paths.set(uri, this.#pathOfUri(uri) ?? this.#rebased(named));
    return this.#paths.get(uri);
  }

  #pathOfUri(uri: string): string | undefined {
    return repositoryPathOfUri(uri, this.#where.folders, this.#where.isKnown);
  }

  /** A base may be a folder of the machine that wrote the log; resolves to the repository if it has the file. */
  #rebased(location: JsonObject): string | undefined {
    const uri = toText(location['uri']);
    if (uri === undefined || toText(location['uriBaseId']) === undefined) return undefined;
    const path = this.#pathOfUri(uri);
    return path !== undefined && this.#where.isKnown(path) ? path : undefined;
  }

  /** A location may be an index into the run's artifacts. */
  #artifact(location: JsonObject): JsonObject {
    const index = toInteger(location['index']);
    return index === undefined ? location : toObject(toObject(this.#artifacts[index])['location']);
  }

  /** Resolves a location against its base, which may have a base itself; a base without a URI is the tool's folder. */
  #absolute(location: JsonObject, depth: number): string | undefined {
    const uri = toText(location['uri']) ?? '';
    if (uri.length > 16_000 || depth > mostBases) return undefined;
    const id = toText(location['uriBaseId']);
    if (id === undefined || /^[a-z][a-z\d+.-]+:/i.test(uri)) return uri;
    const base = Object.hasOwn(this.#bases, id) ? this.#absolute(toObject(this.#bases[id]), depth + 1) : '';
    if (base === undefined || base === '') return base === undefined ? undefined : uri;
    return uri === '' ? base : `${base.replace(/\/$/, '')}/${uri.replace(/^\//, '')}`;
  }
}

/** Reads a `region` (SARIF 2.1.0, 3.30); undefined if it has no line numbers. */
export function readRegion(value: unknown): ToolRange | undefined {
  const region = toObject(value);
  const startLine = toInteger(region['startLine'], 1);
  return startLine === undefined
    ? undefined
    : {
        startLine,
        startColumn: toInteger(region['startColumn'], 1),
        endLine: toInteger(region['endLine'], 1),
        endColumn: toInteger(region['endColumn'], 1),
      };
}
