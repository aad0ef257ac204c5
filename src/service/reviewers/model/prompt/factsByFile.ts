import { locateFinding } from '../../../engine/result/locatedFinding.ts';
import type { ReviewerFinding } from '../../../engine/reviewer.ts';
import { escapeLine, quoteText } from '../code/promptFile.ts';
import { redactSecrets } from '../code/redactSecrets.ts';

const mostOfFile = 10;

/**
 * What the analysers found in each file, as a section of a prompt.
 * @returns by the name of the file, see `PromptFile`
 */
export function factsByFile(findings: readonly ReviewerFinding[]): Map<string, string> {
  const told = findings.filter(each => each.category !== 'note' && each.hiddenBy === undefined);
  const facts = new Map<string, string>();
  for (const [{ path }, ofFile] of Map.groupBy(told, ({ file }) => file)) {
    const lines = ofFile.flatMap(finding => {
      const place = locateFinding(finding);
      return place === undefined ? [] : [`line ${place.startLine}: ${finding.title} (${finding.rule})`];
    });
    if (lines.length === 0) continue;
    const name = escapeLine(path);
    const text = redactSecrets('facts.md', lines.slice(0, mostOfFile).join('\n'));
    facts.set(name, `Linters found in ${name}:\n${quoteText(text)}`);
  }
  return facts;
}
