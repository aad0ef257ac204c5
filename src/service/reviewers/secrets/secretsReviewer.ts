import type { Clock } from '../../../core/base/clock.ts';
import { lazy } from '../../../core/base/lazy.ts';
import { isTestPath, type Reviewer, type ReviewerFinding } from '../../engine/reviewer.ts';
import { newLinesIn, type DiffFile } from '../../engine/diff/diffFile.ts';
import { rangeOf } from '../../engine/diff/textPosition.ts';
import { isTestFixture } from '../isTestFixture.ts';
import { environmentFix } from './environmentFix.ts';
import { findSecrets } from '../../secrets/findSecrets.ts';
import { isMadeUp } from '../../secrets/isMadeUp.ts';
import { isOfOwnMachine, publicHost } from '../../secrets/placeholders.ts';
import { hasChecksum, isOfLiveService, isOfServer } from '../../secrets/tokens.ts';

/**
 * Makes the reviewer that finds keys, tokens and passwords. Its findings never contain the secret. `critical` is what has
 * the form that its issuer documents, in code or settings that are used; where something is tested or explained it may be
 * made up all the same, and so may a private key, and a password that is known by what stands beside it.
 */
export function secretsReviewer(clock: Pick<Clock, 'now'>): Reviewer {
  return {
    id: 'secrets',
    readsEverything: true,
    review: (diff, signal) => {
      const removed = diff.files.flatMap(file => [...(file.removed?.values() ?? [])].flat()).join('\n');
      const known: Known = { now: clock.now(), removed };
      const findings: ReviewerFinding[] = [];
      for (const file of diff.files) {
        signal.throwIfAborted();
        findings.push(...findingsIn(file, known));
      }
      return Promise.resolve({
        status: 'ok',
        findings,
        files: diff.files.length,
        read: diff.files.map(({ path }) => path),
      });
    },
  };
}

/** Found by what is written beside them: where something is explained they are made up. */
const byName = /^secrets\/(?:basicauth|database-connection-string|password-in-a-connection-string)$/;
/** Documents, and settings to be copied and filled in. */
export const explaining =
  /(?:^|\/)docs?\/|(?:^|\/)readme[^/]*$|\.(?:md|mdx|markdown|rst|adoc|txt)$|(?:^|[./_-])(?:example|sample|template|dist|tpl)s?(?:[._-][^/]*)?$/i;
/** What a browser is given as it is. */
const page = /\.html?$/i;
/** What a page says of its own address, or a browser of the page that it saved: it has been published. */
const published =
  /<link\b[^>]{0,300}\brel=["']?canonical\b[^>]{0,300}\bhref=["']?https?:\/\/|<meta\b[^>]{0,300}\bog:url\b[^>]{0,300}\bcontent=["']?https?:\/\/|<!-- saved from url=/i;
/** Of such a page, in characters. */
const longestHead = 30_000;
const comment = /^\s*(?:\/\/\s|\/\*|\*|#|--|;|<!--)/;
/** What a Python file says of itself, as a session in the interpreter. */
const doctest = /^\s*(?:>>>|\.\.\.)\s/;
/** What is no random token: it has a structure, or somebody chose it. */
const structured = /^secrets\/(?:private-key|signed-token|basicauth|database-connection-string|password-in-.*)$/;
/** The token of a match, which may begin with the name that holds it. */
function tokenIn(match: string): string {
  return match.split(/[^\w+/=-]+/).findLast(part => part.length >= 16) ?? match;
}
const keyId = 'secrets/aws-access-key-id';
/** What may be the key of an id of AWS, or the password that is made of it. */
const secretKey = /(?<![\w+/])(?=[\w+/]*[a-z])(?=[\w+/]*[A-Z])(?=[\w+/]*\d)[A-Za-z\d+/]{40,44}(?![\w+/=])/;
/** A password that says what it is was typed to be replaced: `broker-password`. */
const saysSo = /(?:^|:)[a-z]{1,30}[-_.]passw(?:or)?d\d{0,4}(?:@|$)/i;
/** The address that an error tracker gives to clients, which send it to everybody: `https://key:secret@o1.ingest.sentry.io/2`. */
const isClientKey = (address: string): boolean => /^\S+@(?:[\w-]+\.)*sentry(?:\.[\w-]+)+\/\d+/.test(address);
const longestAddress = 300;
/** Texts that people read. */
const document = /(?:^|\/)readme[^/]*$|\.(?:md|mdx|markdown|rst|adoc)$/i;
/** Settings that each machine copies, and fills in anew. */
const sampleSettings = /(?:^|\/)\.?env(?:\.[\w-]+)?\.(?:dist|example|sample|template|tpl)$/i;
/** Keys that some programs send to every visitor. */
export const mayBePublic = /^secrets\/google-api-key$/;
/** What the name of a key or a token, or of a key's file, says of one that is made up for tests, examples or documents. */
const madeUp =
  /(?:^|[^a-z])(?:challenges?|ctf|demos?|docs?|dummy|examples?|exercises?|fakes?|fixtures?|localhost|mocks?|molecule|samples?|scenarios?|self-?signed|snake-?oil|test(?:ing|s)?|tutorials?|vagrant|e2e)(?:[^a-z]|$)|(?:^|\/)t\//i;
/** What holds a text that shows people what to write. */
const shown = /(?:^|[a-z_-])(?:placeholder|example|hint|help|helpText|usage|description)$/i;
/** What holds the text of an empty field, which shows the form of what is to be typed there. */
const ofEmptyField = /(?:^|[a-z_-])placeholder$/i;
/** A name, perhaps with its type, and what gives it a value, which may begin on the next line. */
const named =
  /([\w.-]{1,60})["']?(?::[ \t]?[\w.[\]]{1,40}(?: \| [\w.]{1,40})?(?=[ \t]+=))?[ \t]*(?:=>|[:=])[ \t]*(?:\r?\n[ \t]*)?(?:[\w.]{1,40}\([ \t]*)?["'`]{0,3}\\?(?:\r?\n[ \t]*)?$/;

/** Settings in which a field has its own name for a value were written to be filled in: `"project_id": "project_id"`. */
const toFillIn = /"([a-z][\w-]{2,40})"[ \t]{0,20}:[ \t]{0,20}"\1"/i;
/** Of such settings around a key, in characters. */
const besideKey = 500;

/** The rule of private keys. */
export const privateKey = 'secrets/private-key';
const signedToken = 'secrets/signed-token';
const databasePassword = 'secrets/password-in-a-connection-string';

/** What somebody writes above a sample that came with a template. */
const toReplace = /\b(?:replace|insert|put|use|enter|add)\b[^\n]{0,40}\byour(?: own)?\b/i;
const linesAbove = 3;

/** Whether a key is in code that is a comment for now, below one that asks for another: a sample of the template's. */
function isToReplace({ lines, text }: DiffFile, start: number): boolean {
  const line = text.slice(0, start).split('\n').length - 1;
  const above = lines.slice(Math.max(0, line - linesAbove), line + 1).join('\n');
  return comment.test(lines[line] ?? '') && toReplace.test(above);
}

/** A request that gives itself out for one of a page: `'X-Origin': 'https://maps.example.com'`. */
const asPage = /\b(?:origin|referr?er)["'\]]{0,2}[ \t]{0,9}[:=,][ \t]{0,9}[bf]?["'`]https?:\/\//i;
/** Of such a request around a key, in characters. */
const besideRequest = 800;

/** Whether a key is that of another page, which gives it to everybody, and which a request takes. */
function isOfOtherPage({ text }: DiffFile, start: number): boolean {
  return asPage.test(text.slice(Math.max(0, start - besideRequest), start + besideRequest));
}

/** Whether a file is a page that has been published: whatever key it has, everybody who looked at it got. */
function isPublished({ path, text }: DiffFile): boolean {
  return page.test(path) && published.test(text.slice(0, longestHead));
}

/** What is known of a whole review. */
interface Known {
  readonly now: number;
  /** The lines that the review's files had before. */
  readonly removed: string;
}

/** The name that holds what begins at an offset, if one does. */
function holderOf({ text }: DiffFile, start: number): string | undefined {
  return named.exec(text.slice(Math.max(0, start - 100), start))?.[1];
}

/** A name with its words apart: `mock_User_Token` for `mockUserToken`. */
function inWords(name: string): string {
  return name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '_');
}

function findingsIn(file: DiffFile, { now, removed }: Known): ReviewerFinding[] {
  const secrets = findSecrets(file.path, file.text);
  if (secrets.length === 0) return [];
  const isData = file.isInNewFolder !== true && (isTestPath(file.path) || isTestFixture(file));
  const fix = environmentFix(file);
  const place = file.isInNewFolder === true ? file.path.replace(/.*\//, '') : file.path;
  const told = secrets.filter(({ start, from, to, rule }) => {
    const secret = file.text.slice(from, to);
    if (!structured.test(rule) && !hasChecksum(secret) && isMadeUp(tokenIn(secret))) return false;
    // The number of the bot in Telegram's documents.
    if (/^(?:bot)?123456789:/.test(secret)) return false;
    if (isData || ofEmptyField.test(holderOf(file, start) ?? '')) return isOfLiveService(rule, secret);
    // A key that AWS gives for a session has expired by the next day.
    if (secret.startsWith('ASIA')) return false;
    const address = file.text.slice(start, start + longestAddress);
    if (byName.test(rule) && (saysSo.test(secret) || isClientKey(address) || isOfOwnMachine(address))) return false;
    if (byName.test(rule) && shown.test(holderOf(file, start) ?? '')) return false;
    const before = beforeOnLine(file, start);
    if (byName.test(rule)) return !explaining.test(file.path) && !comment.test(before) && !doctest.test(before);
    // Others are of users, for a while, or of no use to anybody: what they open cannot be seen.
    return rule !== signedToken || isOfServer(secret, now);
  });
  const isInPublic = lazy(() => isPublished(file));
  const isNew = new Set(newLinesIn(file));
  const kept = file.lines.filter((_, index) => !isNew.has(index + 1)).join('\n');
  const removedTogether = lazy(() => withoutSpaces(removed));
  // What a line had is only written anew, here or in another file, and what is known by its name alone only once more.
  const added = told.filter(({ rule, from, to }) => {
    const secret = file.text.slice(from, to);
    // The lines of a key may be moved in.
    const isMoved = rule === privateKey && removedTogether().includes(withoutSpaces(secret));
    return !isMoved && !removed.includes(secret) && !(byName.test(rule) && kept.includes(secret));
  });
  return added.flatMap(({ start, end, name, rule, url }): ReviewerFinding[] => {
    const holder = holderOf(file, start);
    const isKey = rule === privateKey;
    if ((isKey || rule === signedToken) && madeUp.test(inWords(holder ?? ''))) return [];
    if (isKey && (madeUp.test(place) || document.test(file.path) || sampleSettings.test(file.path))) return [];
    if (isKey && toFillIn.test(file.text.slice(Math.max(0, start - besideKey), start))) return [];
    if (
      mayBePublic.test(rule) &&
      (madeUp.test(place) || isToReplace(file, start) || isOfOtherPage(file, start) || isInPublic())
    )
      return [];
    const kind = rule === keyId && !secretKey.test(file.text) ? 'half' : 'whole';
    const isUncertain =
      isData || rule === signedToken || kind === 'half' || isKey || explaining.test(file.path) || byName.test(rule);
    const isOpen =
      (rule === databasePassword && publicHost(file.text.slice(start, end)) !== undefined) ||
      (rule === signedToken && !explaining.test(file.path));
    const article = /^[AEIO]/.test(name) ? 'an' : 'a';
    return [
      {
        file,
        range: rangeOf(file, start, end),
        rule,
        ruleUrl: url,
        severity: mayBePublic.test(rule) ? 'low' : isOpen ? 'high' : isUncertain ? 'medium' : 'critical',
        category: 'security',
        title: `${holder === undefined ? 'This line' : `\`${holder}\``} holds ${article} ${name}${words[kind].title}`,
        body: words[kind].body,
        fix: fix(start, end),
        // A page has them by the dozen.
        ...(mayBePublic.test(rule) && { isFoldedInFile: true as const }),
      },
    ];
  });
}

/** What is said of a secret that is good for something by itself, and of the id of a key. */
const words = {
  whole: {
    title: ': anyone who can read the repository can use it.',
    body: 'Revoke it, since it stays in the history, and read its successor from the environment or a secret store.',
  },
  half: {
    title: ': it says which key is used, and opens nothing without that.',
    body: 'The secret access key is not in this file. Make sure that it is nowhere in the repository, and read both from the environment or a secret store.',
  },
} as const;

function withoutSpaces(text: string): string {
  return text.replace(/\s+/g, '');
}

function beforeOnLine({ text }: DiffFile, offset: number): string {
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
}
