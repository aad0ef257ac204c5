/** A kind of secret with a known format. */
export interface SecretPattern {
  /** Ends the rule's name and begins the sentence: "AWS access key id". */
  readonly name: string;
  /**
   * Global, and linear in the length of the text: an unbounded repetition cannot contain its own beginning. The whole
   * match is the secret, or its group `secret`, which needs the flag `d`.
   */
  readonly pattern: RegExp;
  /** With a match nearby the key is public: it is sent to every visitor. */
  readonly publicBeside?: RegExp;
}

/** Between two lines of a private key: line breaks, escaped or not, and the quotes and comment marks around its lines. */
const keyBreak = String.raw`(?:\\+[rn]|\s|["'\x60,]|(?<=["'\x60]\s{0,9})\+|(?<=\n\s{0,9})(?:#|\/\/|\*))`;
/** Lines such as `Version: 1` above a key. */
const keyHeader = String.raw`(?:[A-Z][\w-]{2,20}: [^\r\n\\]{1,200}${keyBreak}+)`;
const privateKey = new RegExp(
  String.raw`-----BEGIN (?:[A-Z]+ )?PRIVATE KEY(?: BLOCK)?-----${keyBreak}+${keyHeader}{0,4}` +
    String.raw`(?<secret>[A-Za-z0-9+/=]{40,}(?:${keyBreak}+[A-Za-z0-9+/=]{16,})*` +
    String.raw`(?:${keyBreak}+[A-Za-z0-9+/=]{1,15}(?=${keyBreak}*-----END))?)`,
  'dg',
);

/** The end of the name of a key that clients have: `GOOGLE_MAPS_API_KEY`, `firebaseKey`. */
const ofClients = '(?:[Ff]irebase|FIREBASE|[Mm]aps|MAPS)_?(?:[Aa]pi_?|API_?)?(?:[Kk]ey|KEY)';

/** Secrets that secretlint's preset does not find, or not as a whole, by their issuers' documented formats. */
export const secretPatterns: readonly SecretPattern[] = [
  // A signed address shows it to everybody whom it is given to.
  {
    name: 'AWS access key id',
    pattern: /(?<!(?:[?&]|&amp;)(?:X-Amz-Credential|AWSAccessKeyId)=)\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g,
  },
  {
    name: 'AWS secret access key',
    pattern:
      /secret_?access_?key["'`]?\s{0,9}(?:=>|[:=])\s{0,9}["'`]?(?<secret>[A-Za-z0-9+/]{40})(?![A-Za-z0-9+/=])/dgi,
  },
  {
    name: 'Google API key',
    // Those that are named for a map or for Firebase are sent to every visitor.
    pattern: new RegExp(String.raw`\bAIza(?<!${ofClients}["']?\s{0,3}[:=]\s{0,3}["'\x60]?AIza)[\w-]{35}(?![\w-])`, 'g'),
    publicBeside:
      /\bauthDomain\b|\.firebaseapp\.com\b|\bmessagingSenderId\b|\bmessaging_sender_id\b|\b1:\d{6,20}:(?:android|ios|web):[\da-f]{8,40}\b|\bmobilesdk_app_id\b|\bGCM_SENDER_ID\b|\bcom\.google\.android\.(?:geo|maps\.v2)\.API_KEY\b|\bGMSServices\.provideAPIKey\b|\bmaps\.google(?:apis)?\.com\/maps\/(?:api\/js|embed)\b/,
  },
  { name: 'private key', pattern: privateKey },
  { name: 'Azure storage key', pattern: /\bAccountKey=(?<secret>[A-Za-z0-9+/]{86}==)/dg },
  { name: 'Hugging Face token', pattern: /\bhf_[A-Za-z]{34}\b/g },
  {
    name: 'Discord webhook',
    pattern: /https:\/\/(?:\w{1,20}\.)?discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/[\w-]{60,}/g,
  },
  // Its interface is called by `/bot` and the token.
  { name: 'Telegram bot token', pattern: /(?<=\bbot|\b)(?<!\d)\d{8,10}:AA[\w-]{33}(?![\w-])/g },
  { name: 'PyPI token', pattern: /\bpypi-AgEI[\w-]{50,}/g },
  { name: 'Anthropic API key', pattern: /\bsk-ant-[a-z]{3,8}\d\d-[\w-]{80,}/g },
  // Names of styles may begin alike: `sk-cube-grid-…`.
  {
    name: 'OpenAI API key',
    pattern:
      /\bsk-(?!ant-[a-z]{3,8}\d\d-)(?:proj-|svcacct-)?(?=[\w-]{0,200}?(?:[A-Z]|[a-z\d]{32}))[A-Za-z0-9_-]{40,}(?![\w-])/g,
  },
  { name: 'Twilio API key', pattern: /\bSK[0-9a-f]{32}\b/g },
  {
    name: 'signed token',
    // The lookahead runs once for each run of such characters, not at each `eyJ` in it.
    pattern:
      /(?<![\w-])(?=[\w-]+\.eyJ[\w-]{15,}\.[\w-]{20,})(?:[\w-]*-)?(?<secret>eyJ[\w-]{15,}\.eyJ[\w-]{15,}\.[\w-]{20,})/dg,
  },
  { name: 'GitHub token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{60,})\b/g },
  { name: 'GitLab token', pattern: /\bglpat-[\w-]{20,}/g },
  { name: 'GitLab trigger token', pattern: /\bglptt-[0-9a-f]{40}\b/g },
  { name: 'DigitalOcean token', pattern: /\bdo[opr]_v1_[0-9a-f]{64}\b/g },
  { name: 'Google OAuth client secret', pattern: /\bGOCSPX-[\w-]{28}(?![\w-])/g },
  { name: 'Atlassian API token', pattern: /\bATATT3[\w-]{100,250}=[0-9A-F]{8}\b/g },
  { name: 'Postman API key', pattern: /\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}\b/g },
  { name: 'Notion token', pattern: /\bntn_[A-Za-z0-9]{46}\b/g },
  { name: 'New Relic user key', pattern: /\bNRAK-[A-Z0-9]{27}\b/g },
  // In the alphabet of Bech32.
  { name: 'age secret key', pattern: /\bAGE-SECRET-KEY-(?<secret>1[AC-HJ-NP-Z02-9]{58})\b/dg },
  { name: 'Terraform token', pattern: /(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,70}(?![\w-])/g },
  { name: 'PlanetScale token', pattern: /\bpscale_(?:tkn|oauth|pw)_[\w-]{32,64}(?![\w-])/g },
  { name: 'Pulumi token', pattern: /\bpul-[0-9a-f]{40}\b/g },
  { name: 'RubyGems API key', pattern: /\brubygems_[0-9a-f]{48}\b/g },
  { name: 'Heroku API key', pattern: /\bHRKU-AA[\w-]{58}(?![\w-])/g },
  { name: 'Supabase token', pattern: /\bsbp_[0-9a-f]{40}\b/g },
  { name: 'Supabase secret key', pattern: /\bsb_secret_[\w-]{31}(?![\w-])/g },
  { name: 'Doppler token', pattern: /\bdp\.(?:audit|ct|pt|sa|scim|st)\.(?:[\w-]{1,40}\.)?[A-Za-z0-9]{40,44}\b/g },
  { name: 'Sentry user token', pattern: /\bsntryu_[0-9a-f]{64}\b/g },
  { name: 'Sentry organization token', pattern: /\bsntrys_eyJ[\w+/=-]{60,600}/g },
  { name: 'Square access token', pattern: /\bsq0(?:atp-[\w-]{22}|csp-[\w-]{43})(?![\w-])/g },
  { name: 'Replicate token', pattern: /\br8_[A-Za-z0-9]{37}\b/g },
  { name: 'Perplexity API key', pattern: /\bpplx-[A-Za-z0-9]{48}\b/g },
  { name: 'xAI API key', pattern: /\bxai-[A-Za-z0-9]{80}\b/g },
  { name: 'Netlify token', pattern: /\bnfp_[A-Za-z0-9]{36}\b/g },
  { name: 'Buildkite token', pattern: /\bbkua_[0-9a-f]{40}\b/g },
  { name: 'Airtable token', pattern: /\bpat[A-Za-z0-9]{14}\.[0-9a-f]{64}\b/g },
  { name: 'CircleCI token', pattern: /\bCCIP(?:AT|RJ)_[A-Za-z0-9]{22}_[0-9a-f]{40}\b/g },
  { name: 'SonarQube token', pattern: /\bsq[apu]_[0-9a-f]{40}\b/g },
  { name: 'HubSpot token', pattern: /\bpat-(?:ap|eu|na)\d-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g },
  { name: 'Microsoft Entra client secret', pattern: /(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}(?![\w~.-])/g },
  { name: 'Mailchimp API key', pattern: /\b[0-9a-f]{32}-us\d{1,2}\b/g },
  { name: 'Resend API key', pattern: /\bre_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}\b/g },
  { name: 'Contentful token', pattern: /\bCFPAT-[\w-]{43}(?![\w-])/g },
  { name: 'Fly token', pattern: /\bfm2_[A-Za-z0-9+/]{100,}={0,2}/g },
  { name: 'Mapbox secret token', pattern: /\bsk\.eyJ1[\w-]{40,200}\.[\w-]{22}(?![\w-])/g },
  { name: 'GitLab token', pattern: /\bgl(?:cbt|dt|ft|rt|soat)-[\w-]{20,}/g },
  { name: 'Slack token', pattern: /\bxox[abposr]-\d[\w-]{19,}/g },
  { name: 'Stripe live key', pattern: /\b[rs]k_live_[A-Za-z0-9]{20,}\b/g },
  { name: 'npm token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { name: 'npm registry token', pattern: /\b_authToken\s?=\s?(?<secret>[\w+/=.-]{8,})(?![^\s"'`,;])/dg },
  { name: 'GitHub token', pattern: /https?:\/\/(?<secret>[^\s:@/]{8,256}):x-oauth-basic@github\.com\b/dg },
  {
    name: 'password in a connection string',
    pattern:
      /\b(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|redis|rediss|amqps?|mssql):\/\/[^\s:@/'"`]+:(?<secret>[^\s@/'"`]{3,})@[^\s'"`]+/dg,
  },
];
