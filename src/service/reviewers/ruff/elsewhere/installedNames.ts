import type { Repository } from '../../refining/refined.ts';
import type { ReviewerFinding } from '../../../engine/reviewer.ts';
import { firstNames, linesWith } from './otherFiles.ts';

const builtins = String.raw`\b(?:builtins|__builtins?__)(?:\.__dict__)?`;
/** What `gettext` gives to all modules. */
const ofGettext = /^(?:_|n?gettext)$/;
const installing = /(?<!\w)(?:gettext|translations?|lang\w*|\))\.install\([^)]*(?:\)|$)/i;

/** The findings on names that some file of the head gives to all modules. */
export async function installedNames(
  findings: readonly ReviewerFinding[],
  parts: Repository,
  signal: AbortSignal,
): Promise<ReviewerFinding[]> {
  const asked = firstNames(findings.map(finding => ({ finding, name: finding.name ?? '' })));
  if (asked.length === 0) return [];
  const words = ['builtins', '__builtin__', '__builtins__', 'install'];
  const lines = [...(await linesWith(words, parts, parts.job.head, signal)).values()].flat();
  const isInstalled = (name: string): boolean => {
    const giving = new RegExp(`${builtins}(?:\\.${name}\\s*=(?!=)|\\[["']${name}["']\\]\\s*=|,\\s*["']${name}["'])`);
    return lines.some(line => giving.test(line) || (ofGettext.test(name) && installing.test(line)));
  };
  return asked.filter(({ name }) => isInstalled(name)).map(({ finding }) => finding);
}
