/** Words that people type where a random token is expected. By chance, one of 40 characters has one of them in 4,000. */
const words =
  /changeme|deadbeef|demo|dummy|fake|foobar|hello|invalid|mock|notreal|password|redacted|sample|secret|test|token|world/i;
/** What issuers put in front of the random part. */
const prefix = /^(?:sk[_-](?:live|proj|svcacct|ant)[_-]|github_pat_|[a-z]{2,5}[_-])/i;
const repeated = /([a-z\d])\1{4,}|([a-z\d]{4,12})\2/i;
/** Runs such as `123456` and `fedcba` of this length are typed. */
const counted = 6;

/**
 * Whether somebody typed a token in place of one that was issued: it repeats itself, counts up or down, or has words in it.
 * Only for tokens whose issuer makes them at random, and writes them without a structure.
 */
export function isMadeUp(token: string): boolean {
  const random = token.replace(prefix, '');
  return repeated.test(random) || words.test(random) || longestCount(random) >= counted;
}

/** How many characters follow each other in the alphabet or as digits at most, up or down. */
function longestCount(text: string): number {
  let longest = 0;
  for (const step of [1, -1]) {
    let run = 1;
    for (let at = 1; at < text.length; at += 1) {
      run = text.charCodeAt(at) - text.charCodeAt(at - 1) === step ? run + 1 : 1;
      longest = Math.max(longest, run);
    }
  }
  return longest;
}
