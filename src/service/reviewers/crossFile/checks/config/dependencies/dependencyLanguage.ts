import type { Language } from '../../../check.ts';
import type { DependencyFacts } from './dependencyFacts.ts';
import { lockFileCheck } from './lockFileCheck.ts';
import { lockKinds, manifests } from './lockKinds.ts';
import { own } from './isLocked.ts';

/** Manifests and lock files of package managers. */
export const dependencies: Language<DependencyFacts> = {
  id: 'dependencies',
  version: 9,
  reads: path => readerOf(path) !== undefined,
  judges: path => own(manifests, path.slice(path.lastIndexOf('/') + 1)) !== undefined,
  extract: (path, text) => {
    try {
      return readerOf(path)?.(text.replace(/^\uFEFF/, ''));
    } catch {
      // The parsers throw what they like.
      return undefined;
    }
  },
  checks: [lockFileCheck],
};

function readerOf(path: string): ((text: string) => DependencyFacts | undefined) | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const [readManifest, kind] = [own(manifests, name), own(lockKinds, name)];
  if (readManifest !== undefined) return text => withFacts('manifest', readManifest(text));
  return kind && (text => withFacts('lock', kind.read(text)));
}

function withFacts<Key extends keyof DependencyFacts>(
  key: Key,
  facts: DependencyFacts[Key] | undefined,
): DependencyFacts | undefined {
  return facts && { [key]: facts };
}
