/** Words that people type where a random token is expected. By chance, one of 40 characters has one of them in 4,000. */
const words =
  /asdfgh|changeme|deadbeef|demo|dummy|fake|foobar|hello|invalid|mock|notreal|password|qwerty|redacted|sample|secret|test|token|world/i;
/** What issuers put in front of the random part. */
const prefix = /^(?:sk[_-](?:live|proj|svcacct|ant)[_-]|github_pat_|[a-z]{2,5}[_-])/i;
const repeated = /([a-z\d])\1{4,}|([a-z\d]{4,12})\2/i;
/** Runs such as `123456` and `fedcba` of this length are typed. */
const counted = 6;
/** So are shorter ones, of four characters, that make up so many together: `abcd1234efgh`. */
const shortRun = 4;
const countedTogether = 10;

/**
 * Whether somebody typed a token in place of one that was issued: it repeats itself, counts up or down, or has words in it.
 * Only for tokens whose issuer makes them at random, and writes them without a structure.
 */
export function isMadeUp(token: string): boolean {
  const random = token.replace(prefix, '');
  return repeated.test(random) || words.test(random) || counts(random);
}

/** Whether characters follow each other in the alphabet or as digits, up or down. */
function counts(text: string): boolean {
  const runs = runsIn(text.toLowerCase()).filter(length => length >= shortRun);
  return runs.some(length => length >= counted) || runs.reduce((sum, length) => sum + length, 0) >= countedTogether;
}

/** The lengths of the runs of a text, each as long as it goes in one direction. */
function runsIn(text: string): number[] {
  const runs: number[] = [];
  let [length, direction] = [1, 0];
  for (let at = 1; at <= text.length; at++) {
    const step = text.charCodeAt(at) - text.charCodeAt(at - 1);
    if (Math.abs(step) === 1 && step === direction) length++;
    else {
      runs.push(length);
      [length, direction] = Math.abs(step) === 1 ? [2, step] : [1, 0];
    }
  }
  return runs;
}
