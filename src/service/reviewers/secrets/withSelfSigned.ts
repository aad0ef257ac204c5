import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readBlobs } from '../../../git/content/blobs.ts';
import type { GitReader } from '../../../git/run/git.ts';
import type { Reviewer, ReviewerFinding } from '../../engine/reviewer.ts';
import { askInTime } from '../refining/askInTime.ts';
import { refined, type Repository } from '../refining/refined.ts';

const rule = 'secrets/private-key';
const certificate = /-----BEGIN CERTIFICATE-----[\w+/=\s]{100,20000}-----END CERTIFICATE-----/g;
const privateKey =
  /^-----BEGIN (?:[A-Z]{1,9} )?PRIVATE KEY-----[\w+/=\s]{1,20000}-----END (?:[A-Z]{1,9} )?PRIVATE KEY-----/;
/** Names that nobody can own, for which no authority vouches that browsers trust, and the own machine. */
const reserved =
  /^(?:DNS:(?:[^,]*\.)?(?:example\.(?:com|net|org)|example|invalid|localhost|test)|IP Address:(?:127\.[\d.]+|0:0:0:0:0:0:0:1))$/i;
/** In lines. */
const longestKey = 400;
/** Most certificates that are read, and the largest file of them in bytes. */
const most = 50;
const largest = 1 << 20;

/**
 * The reviewer of secrets without the private keys of certificates in the repository that sign themselves, which are made
 * for development, since nobody else vouches for them, or that are for names that nobody can own. Where git cannot tell, the
 * findings stay.
 */
export function withSelfSigned(reviewer: Reviewer, { git, job }: Repository): Reviewer {
  return refined(reviewer, async (outcome, _, signal) => {
    const keys = outcome.findings.filter(each => each.rule === rule);
    if (keys.length === 0) return undefined;
    const certificates: X509Certificate[] = [];
    await askInTime(signal, async bounded => {
      certificates.push(...(await selfSignedIn(git, job, bounded)));
    });
    return {
      findings: outcome.findings.filter(each => each.rule !== rule || !isOf(certificates, each)),
      depending: keys.map(({ file }) => file.path),
    };
  });
}

function isOfNobody({ subjectAltName = '' }: X509Certificate): boolean {
  return subjectAltName.split(', ').every(each => reserved.test(each));
}

/** The certificates at the head that only they themselves vouch for, or that are of nobody. */
async function selfSignedIn(
  git: GitReader,
  { root, head }: Repository['job'],
  signal: AbortSignal,
): Promise<X509Certificate[]> {
  const search = [
    'grep',
    '-l',
    '-z',
    '-F',
    '--no-color',
    '--full-name',
    '--no-textconv',
    '-e',
    'BEGIN CERTIFICATE',
    head,
  ];
  const found = ((await git.tryRun(root, search, { signal })) ?? '').split('\0').filter(Boolean);
  const paths = found.slice(0, most).map(each => each.slice(head.length + 1));
  const files = [...(await readBlobs(git, root, head, paths, signal)).values()];
  const texts = files
    .filter(({ length }) => length <= largest)
    .flatMap(file => file.toString().match(certificate) ?? []);
  return texts.slice(0, most).flatMap(text => {
    try {
      const read = new X509Certificate(text);
      return read.checkIssued(read) || isOfNobody(read) ? [read] : [];
    } catch {
      return [];
    }
  });
}

/** Whether the key that begins where a finding does is that of a certificate. */
function isOf(
  certificates: readonly X509Certificate[],
  { file, range: { startLine, startColumn } }: ReviewerFinding,
): boolean {
  const text = file.lines.slice(startLine - 1, startLine + longestKey).join('\n');
  const [pem] = privateKey.exec(text.slice(startColumn - 1)) ?? [];
  if (pem === undefined || certificates.length === 0) return false;
  try {
    const key = createPrivateKey(pem);
    return certificates.some(each => each.checkPrivateKey(key));
  } catch {
    return false;
  }
}
