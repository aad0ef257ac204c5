const placeholder =
  /^(?:(.)\1{3,}.*|.*(?:example|placeholder|changeme|change-me|dummy|sample|your[-_]|replace[-_]?me|<[^<>]*>|\*{3,}|\.{3,}|x{6,}).*|(?:(?:my|test|dev|demo|local|some|the)[-_]?)?(?:password|passwd|secret|pass|pwd|token)\d{0,4}|postgres|root|admin|user|test|guest|redis|mysql|tiger|foo|bar|baz)$/i;

// The subject 1234567890 of the example token in the JWT introduction.
const shownToken = /^eyJ[\w-]+\.eyJzdWIiOiIxMjM0NTY3ODkwIi/;

// The fixed account key of the Azure Storage emulator.
const emulatorKey = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq';
/** An address that a program puts together, of names and not of a password: `'postgres://'+user+':'+…`. */
const joined = /['"`][ \t]*\+[ \t]*[\w$(]|[\w)\]][ \t]*\+[ \t]*['"`]/;
/** A password may have the sign that ends it; the last one before the path does. */
const login = /^[a-z][\w+.-]*:\/\/([^\s:@/]+):([^\s/?#]+|[^\s@]+)@([^\s:/?#,@]+)/i;
/** Letters that stand for others in words which are to look like a password: `s3cr3t_p@ssword`. */
const lookalikes: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '0': 'o',
  '1': 'i',
  '!': 'i',
  $: 's',
  '5': 's',
};
const wordsAlone = /^(?:(?:secret|password|passwd|pass|word|pwd|change|me|my|the|db|super|strong|very)[-_.]?)+$/;
/** Who has an account in examples alone. */
const exampleUser = /^(?:j|joe|john|jane)[._-]?doe\d{0,2}$/i;
// Names that are reserved for examples (RFC 2606), or made of one.
const exampleHost = /(?:^|\.)(?:(?:[\w-]{1,60}-)?example\.(?:com|net|org)|example|invalid|test)$/i;
/** Names that only one network knows. */
const reserved =
  /\.(?:corp|docker|home|internal|intranet|invalid|lan|local|localdomain|localhost|private|svc|test|example)$/i;
/** The machine itself, also as its containers call it. */
const ownMachine = /^(?:localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|(?:host|gateway)\.docker\.internal)$/i;
/** A webhook of Slack that lacks a part of the form that Slack gives them. */
const shownWebhook = /^https:\/\/hooks\.slack\.com\/services\/(?!T\w{8,}\/B\w{8,}\/\w{20,})/i;
/** A token of Slack that lacks the form that Slack gives them: a number and at least 19 more characters. */
const shownSlackToken = /^x(?:ox[a-z]|app)-(?!\d[\w-]{19,})/i;
/** What somebody who makes a password up writes behind the user's name. */
const madeOf = /^(?:[-_]?(?:password|passwd|pass|pwd|secret))?\d{0,4}$/i;
const word = /^[a-z]+(?:[-_.!@#$]?\d{1,6}[!@#$]?|(?:[-_][a-z]+)*\d{0,4})$/i;
/** What programs write in place of a secret. */
const hidden = /^\W{0,9}(?:redacted|filtered|masked|hidden|removed|omitted)\W{0,9}$/i;
/** What languages put in place of a variable in a text. */
const variable = /\$\{|\{\{|%\(|\$\(|#\{|\\\(|^(?:\{[^{}]*\})+$|^\[[\w -]+\]$|^\\{0,3}\$\w+$|^%s$|^%\w+%$|^&lt;.*&gt;$/;
/** How many characters to look at: a placeholder shows at its beginning. */
const looked = 1_000;

/**
 * Whether a match is no real secret: a placeholder, a variable, a password of an example user or host, or a simple word as the
 * password of a local database.
 * @param secret the part of the match that is secret
 */
export function isPlaceholder(match: string, secret = match): boolean {
  if (/^[a-z][\w+.-]*:\/\//i.test(match) && joined.test(match.slice(0, looked))) return true;
  const [, user = '', password, host = ''] = login.exec(match.slice(0, looked)) ?? [];
  if (password === undefined) return standsForOne(secret.slice(0, looked));
  const isLocal = !host.includes('.') || ownMachine.test(host);
  const isOfUser =
    (password.toLowerCase().startsWith(user.toLowerCase()) && madeOf.test(password.slice(user.length))) ||
    password === user.split('').reverse().join('');
  const isShown = exampleUser.test(user) || exampleHost.test(host);
  return standsForOne(password) || isOfUser || isShown || (isLocal && word.test(password));
}

/** Whether an address with a password is of the machine that uses it, so that nobody else can. */
export function isOfOwnMachine(match: string): boolean {
  return ownMachine.test(login.exec(match.slice(0, looked))?.[3] ?? '');
}

/** The host of an address with a password that others can reach by its name; undefined for any other. */
export function publicHost(match: string): string | undefined {
  const host = login.exec(match.slice(0, looked))?.[3] ?? '';
  return /\.[a-z]{2,}$/i.test(host) && !reserved.test(host) ? host : undefined;
}

function isOfWords(secret: string): boolean {
  const plain = secret.toLowerCase().replace(/[-_.]?\d{0,4}$/, '');
  return wordsAlone.test(plain.replace(/[@4301!$5]/g, each => lookalikes[each] ?? each));
}

function standsForOne(secret: string): boolean {
  const varied = new Set(secret.toLowerCase().replace(/[^a-z0-9]/g, '')).size;
  return (
    placeholder.test(secret) ||
    isOfWords(secret) ||
    shownToken.test(secret) ||
    shownWebhook.test(secret) ||
    secret.includes(emulatorKey) ||
    shownSlackToken.test(secret) ||
    hidden.test(secret) ||
    variable.test(secret) ||
    // A pattern that takes an address apart.
    /\(\.[*+]|\[\^/.test(secret) ||
    (secret.length > 16 && varied < 6)
  );
}
