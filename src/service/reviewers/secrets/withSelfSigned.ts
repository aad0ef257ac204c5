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
 * The reviewer of secrets with private keys by what their certificates in the repository say. One that signs itself is made
 * for development, and nobody else vouches for it: its key is left alone, or where it may sign others, of low severity. So
 * it is with one for names that nobody can own. Where git cannot tell, the findings stay.
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
      findings: outcome.findings.flatMap(each => weighed(each, certificates)),
      depending: keys.map(({ file }) => file.path),
    };
  });
}

function weighed(finding: ReviewerFinding, certificates: readonly X509Certificate[]): ReviewerFinding[] {
  const own = finding.rule === rule ? certificateOf(finding, certificates) : undefined;
  if (own === undefined) return [finding];
  if (!own.ca || isOfHost(own)) return [];
  return [
    {
      ...finding,
      severity: 'low',
      title: finding.title.replace(
        /: .*/,
        ' of a certificate that signs itself: whoever trusts that can be deceived with it.',
      ),
      body: 'Have each machine make its own, and keep both out of the repository.',
    },
  ];
}

/** Whether a certificate is a server's: tools let it sign others too where nobody forbids it. */
function isOfHost({ subject, subjectAltName }: X509Certificate): boolean {
  return subjectAltName !== undefined || /^CN=(?:localhost|(?:\*\.)?[\w-]+(?:\.[\w-]+)+)$/m.test(subject);
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

/** The certificate of the key that begins where a finding does. */
function certificateOf(
  { file, range: { startLine, startColumn } }: ReviewerFinding,
  certificates: readonly X509Certificate[],
): X509Certificate | undefined {
  const text = file.lines.slice(startLine - 1, startLine + longestKey).join('\n');
  const [pem] = privateKey.exec(text.slice(startColumn - 1)) ?? [];
  if (pem === undefined || certificates.length === 0) return undefined;
  try {
    const key = createPrivateKey(pem);
    return certificates.find(each => each.checkPrivateKey(key));
  } catch {
    return undefined;
  }
}
