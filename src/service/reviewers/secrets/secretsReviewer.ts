import type { DiffFile } from '../../engine/diff/diffModel.ts';
import { isTestPath, type Reviewer, type ReviewerFinding } from '../../engine/reviewer.ts';
import { rangeOf } from '../../engine/diff/textPosition.ts';
import { isTestFixture } from '../isTestFixture.ts';
import { environmentFix } from './environmentFix.ts';
import { findSecrets } from '../../secrets/findSecrets.ts';

/** Finds keys, tokens and passwords. Its findings never contain the secret. */
export const secretsReviewer: Reviewer = {
  id: 'secrets',
  readsEverything: true,
  review: (diff, signal) => {
    const findings: ReviewerFinding[] = [];
    for (const file of diff.files) {
      signal.throwIfAborted();
      findings.push(...findingsIn(file));
    }
    return Promise.resolve({
      status: 'ok',
      findings,
      files: diff.files.length,
      read: diff.files.map(({ path }) => path),
    });
  },
};

/** A private key in a test has a lower severity. It is always reported, since it may be real. */
const privateKey = /^secrets\/private-?key$/;
/** A token that a test signed with its own key is harmless. */
const signedToken = 'secrets/signed-token';

function findingsIn(file: DiffFile): ReviewerFinding[] {
  const secrets = findSecrets(file.path, file.text);
  if (secrets.length === 0) return [];
  const isTest = isTestPath(file.path);
  const isData = isTest || isTestFixture(file);
  const fix = environmentFix(file);
  const told = isData ? secrets.filter(({ rule }) => rule !== signedToken) : secrets;
  return told.map(({ start, end, name, rule, url }) => {
    const isMild = isTest || (isData && privateKey.test(rule));
    return {
      file,
      range: rangeOf(file, start, end),
      rule,
      ruleUrl: url,
      severity: isMild ? 'low' : 'critical',
      category: 'security',
      title: `This looks like a ${name}.`.replace(/ a (?=[AEIO])/, ' an '),
      body: `Anyone who can read the repository can use it${isMild ? ', unless it was made up for this test' : ''}. Revoke it, since it stays in the history, and read its successor from the environment or a secret store.`,
      fix: fix(start, end),
    };
  });
}
