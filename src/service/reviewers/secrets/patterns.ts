/** A kind of secret that its shape tells. */
export interface SecretPattern {
  /** Ends the rule's name and begins the sentence: "AWS access key id". */
  readonly name: string;
  /** Global; the whole match, or its group `secret`, is the secret. */
  readonly pattern: RegExp;
  /** With this close by it is one that every visitor is given. */
  readonly publicBeside?: RegExp;
}

/** Secrets that the preset of secretlint passes over (review-engine.md 1), by the forms that their issuers document. */
export const secretPatterns: readonly SecretPattern[] = [
  { name: 'AWS access key id', pattern: /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g },
  { name: 'Google API key', pattern: /\bAIza[\w-]{35}(?![\w-])/g, publicBeside: /\bauthDomain\b|\.firebaseapp\.com\b/ },
  {
    name: 'private key',
    pattern: /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----(?:\\r)?(?:\\n|\s)+(?<secret>[A-Za-z0-9+/=\\]{40,})/g,
  },
  { name: 'Azure storage key', pattern: /\bAccountKey=(?<secret>[A-Za-z0-9+/]{86}==)/g },
  { name: 'Hugging Face token', pattern: /\bhf_[A-Za-z]{34}\b/g },
  {
    name: 'Discord webhook',
    pattern: /https:\/\/(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/[\w-]{60,}/g,
  },
  { name: 'Telegram bot token', pattern: /\b\d{8,10}:AA[\w-]{33}(?![\w-])/g },
  { name: 'PyPI token', pattern: /\bpypi-AgEI[\w-]{50,}/g },
  { name: 'OpenAI API key', pattern: /\bsk-(?:proj-|svcacct-)?[A-Za-z0-9_-]{40,}(?![\w-])/g },
  { name: 'Twilio API key', pattern: /\bSK[0-9a-f]{32}\b/g },
  { name: 'signed token', pattern: /\beyJ[\w-]{15,}\.eyJ[\w-]{15,}\.[\w-]{20,}/g },
  { name: 'GitHub token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{60,})\b/g },
  { name: 'GitLab token', pattern: /\bglpat-[\w-]{20,}/g },
  { name: 'Slack token', pattern: /\bxox[abposr]-\d[\w-]{19,}/g },
  { name: 'Stripe live key', pattern: /\b[rs]k_live_[A-Za-z0-9]{20,}\b/g },
  { name: 'npm token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  {
    name: 'password in a connection string',
    pattern:
      /\b(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|redis|rediss|amqps?|mssql):\/\/[^\s:@/'"`]+:(?<secret>[^\s@/'"`]{3,})@[^\s'"`]+/g,
  },
];

const placeholder =
  /^(?:(.)\1{3,}.*|.*(?:example|placeholder|changeme|change-me|dummy|sample|your[-_]|replace[-_]?me|<[^>]*>|\*{3,}|\.{3,}|x{6,}).*|(?:(?:my|test|dev|demo|local|some|the)[-_]?)?(?:password|passwd|secret|pass|pwd|token)\d{0,4}|postgres|root|admin|user|test|guest|redis|mysql|foo|bar|baz)$/i;

// The subject 1234567890 of the token that every introduction shows.
const shownToken = /^eyJ[\w-]+\.eyJzdWIiOiIxMjM0NTY3ODkwIi/;

// The account that the emulator of Azure's storage has on every machine.
const emulatorKey = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq';
const login = /^[a-z][\w+.-]*:\/\/([^\s:@/]+):([^\s@]+)@([^\s:/?#,]+)/i;
// Names that are kept free for examples (RFC 2606).
const exampleHost = /(?:^|\.)(?:example(?:\.(?:com|net|org))?|invalid|test)$/i;
const word = /^[a-z]+(?:[-_][a-z]+)*\d{0,4}$/i;

/**
 * Whether a match only stands for a secret: a placeholder, a variable that is filled in, a password for a host of
 * examples, a word as the password of a database that only this machine or its containers reach.
 * @param secret the part of the match that is secret
 */
export function isPlaceholder(match: string, secret = match): boolean {
  const [, user, password, host = ''] = login.exec(match) ?? [];
  if (password === undefined) return standsForOne(secret);
  const isLocal = !host.includes('.') || host === '127.0.0.1';
  return standsForOne(password) || password === user || exampleHost.test(host) || (isLocal && word.test(password));
}

function standsForOne(secret: string): boolean {
  const varied = new Set(secret.toLowerCase().replace(/[^a-z0-9]/g, '')).size;
  return (
    placeholder.test(secret) ||
    shownToken.test(secret) ||
    secret.includes(emulatorKey) ||
    /^xox[a-z]-[a-z-]+$/i.test(secret) ||
    /\$\{|\{\{|%\(|\$\(|^\{[\w.]*\}$|^\$\w+$|^%s$/.test(secret) ||
    (secret.length > 16 && varied < 6)
  );
}
