import type { Language } from '../../../check.ts';
import type { DependencyFacts } from './dependencyFacts.ts';
import { lockFileCheck } from './lockFileCheck.ts';
import { lockKinds, manifests } from './lockKinds.ts';
import { own } from './isLocked.ts';

/** Manifests and lock files of package managers. */
export const dependencies: Language<DependencyFacts> = {
  id: 'dependencies',
  version: 12,
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
  if (readManifest !== undefined)
    return text => {
      const facts = withFacts('manifest', readManifest(text));
      return facts && (name === 'package.json' ? { ...facts, ...insistence(text) } : facts);
    };
  if (kind !== undefined) return text => withFacts('lock', kind.read(text));
  return installer.test(path) ? insistence : undefined;
}

/** Files that install the packages of a project where it is built and tested. */
const installer =
  /(?:^|\/)(?:\.github\/.+\.ya?ml|\.circleci\/config\.ya?ml|(?:\.gitlab-ci|amplify|azure-pipelines|bitbucket-pipelines|cloudbuild)[\w-]*\.ya?ml|[\w.-]*Dockerfile[\w.-]*|Jenkinsfile|Makefile|[jJ]ustfile|[\w.-]+\.(?:dockerfile|sh))$/;

function insistence(text: string): DependencyFacts {
  const insistsOn = Object.entries(lockKinds).flatMap(([name, { insists }]) =>
    insists?.test(text) === true ? name : [],
  );
  return insistsOn.length === 0 ? {} : { insistsOn };
}

function withFacts<Key extends keyof DependencyFacts>(
  key: Key,
  facts: DependencyFacts[Key] | undefined,
): DependencyFacts | undefined {
  return facts && { [key]: facts };
}
