import type { DiffFile } from '../../engine/diff/diffModel.ts';
import { isTestPath, type Reviewer, type ReviewerFinding } from '../../engine/reviewer.ts';
import { rangeOf } from '../../engine/diff/textPosition.ts';
import { isTestFixture } from '../isTestFixture.ts';
import { environmentFix } from './environmentFix.ts';
import { findSecrets } from '../../secrets/findSecrets.ts';

/**
 * Finds keys, tokens and passwords. Its findings never contain the secret. Most are `critical`: the text has the format
 * that its issuer documents, or names a password in an address.
 */
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
/**
 * Found by what is written beside them, or signed with a key of the test's own: in tests these are made up. What has its
 * issuer's own format is told there too.
 */
const byName =
  /^secrets\/(?:signed-token|aws|aws-secret-access-key|basicauth|database-connection-string|docker|npm|npm-registry-token|password-in-a-connection-string)$/;
/** Keys that some programs send to every visitor. */
const mayBePublic = /^secrets\/google-api-key$/;
/** A name, and what gives it a value. */
const named = /([\w.-]{1,60})["']?[ \t]*(?:=>|[:=])[ \t]*["'`]?$/;

function findingsIn(file: DiffFile): ReviewerFinding[] {
  const secrets = findSecrets(file.path, file.text);
  if (secrets.length === 0) return [];
  const isTest = isTestPath(file.path);
  const isData = isTest || isTestFixture(file);
  const fix = environmentFix(file);
  const told = isData ? secrets.filter(({ rule }) => !byName.test(rule)) : secrets;
  const before = [...(file.removed?.values() ?? [])].flat().join('\n');
  // A line that had it is only written anew.
  const added = told.filter(({ from, to }) => !before.includes(file.text.slice(from, to)));
  return added.map(({ start, end, name, rule, url }) => {
    const isMild = isTest || (isData && privateKey.test(rule));
    const holder = named.exec(file.text.slice(Math.max(0, start - 100), start))?.[1];
    return {
      file,
      range: rangeOf(file, start, end),
      rule,
      ruleUrl: url,
      severity: isMild ? 'low' : mayBePublic.test(rule) ? 'medium' : 'critical',
      category: 'security',
      title: `${holder === undefined ? 'This line' : `\`${holder}\``} holds ${/^[AEIO]/.test(name) ? 'an' : 'a'} ${name}: anyone who can read the repository can use it${isMild ? ', unless it was made up for this test' : ''}.`,
      body: 'Revoke it, since it stays in the history, and read its successor from the environment or a secret store.',
      fix: fix(start, end),
      // Data for tests is revoked as a whole.
      ...(isData && { isFoldedInFile: true as const }),
    };
  });
}
