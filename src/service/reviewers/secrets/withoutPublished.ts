import { isTestPath, type Reviewer, type ReviewerFinding } from '../../engine/reviewer.ts';
import { askInTime } from '../refining/askInTime.ts';
import { refined, type Repository } from '../refining/refined.ts';
import { explaining, mayBePublic, privateKey } from './secretsReviewer.ts';
import { textOf } from './withAllowedSecrets.ts';

/** Most secrets that are asked about. */
const mostSecrets = 20;

/**
 * The reviewer of secrets without what is published already: the examples of documents, which documents or tests of the
 * merge base hold and no other file, and keys for clients, and private keys, that any file of it holds, as where a bundle is
 * built anew or a file copied. Where git cannot tell, the findings stay.
 */
export function withoutPublished(reviewer: Reviewer, repository: Repository): Reviewer {
  return refined(reviewer, async (outcome, { mergeBase }, signal) => {
    const isPublishedBy = ({ rule, file }: ReviewerFinding, paths: readonly string[]): boolean =>
      mayBePublic.test(rule) || rule === privateKey
        ? paths.length > 0
        : explaining.test(file.path) && paths.every(path => isTestPath(path) || explaining.test(path));
    const mayBePublished = (each: ReviewerFinding): boolean => isPublishedBy(each, [each.file.path]);
    const asked = outcome.findings.filter(each => mayBePublished(each) && searchedFor(each) !== '');
    const published = new Set<ReviewerFinding>();
    await askInTime(signal, async bounded => {
      for (const [secret, findings] of [...Map.groupBy(asked, searchedFor)].slice(0, mostSecrets)) {
        const paths = await filesWith(secret, mergeBase, repository, bounded);
        for (const each of findings) if (paths.length > 0 && isPublishedBy(each, paths)) published.add(each);
      }
    });
    return { findings: outcome.findings.filter(each => !published.has(each)) };
  });
}

/** What of a line of a private key no other key has. */
const ofOneKey = /[\w+/=]{40,}/;

/**
 * What a file with the same secret has in a line: of a private key something of its middle one, since all keys of a kind
 * begin alike. Empty where nothing tells it from other secrets.
 */
function searchedFor(finding: ReviewerFinding): string {
  const { startLine, endLine } = finding.range;
  if (finding.rule !== privateKey || startLine === endLine) return textOf(finding);
  return ofOneKey.exec(finding.file.lines[((startLine + endLine) >> 1) - 1] ?? '')?.[0] ?? '';
}

async function filesWith(
  secret: string,
  commit: string,
  { git, job }: Repository,
  signal: AbortSignal,
): Promise<string[]> {
  const output = ['-l', '-z', '--no-color', '--full-name', '--no-recurse-submodules', '--no-textconv'];
  // By standard input: others on the machine can read arguments.
  const search = ['grep', '-F', '-I', ...output, '-f', '-', commit];
  const found = (await git.tryRun(job.root, search, { signal, input: `${secret}\n` })) ?? '';
  return found.split('\0').flatMap(each => (each === '' ? [] : [each.slice(commit.length + 1)]));
}
