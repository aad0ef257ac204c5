import { defaultKeepDays } from '../../store/store.ts';
import { dataOption } from './data.ts';
import { databaseOption } from './database.ts';
import { reviewersOptions } from './reviewers.ts';

/** The options of `serve` for the repositories of this machine. */
export const localOptions = {
  repo: {
    type: 'string',
    value: 'PATH',
    multiple: true,
    about: 'Serve this repository; may be given several times (default: the current folder)',
  },
  port: { type: 'string', value: 'N', about: 'Listen at this port of 127.0.0.1; 0 is a free one (default: 0)' },
  plan: {
    type: 'string',
    choices: ['free', 'pro', 'enterprise'],
    about: 'Request limit of each key: 100, 1,000 or --requests-per-hour (default: free)',
  },
  'requests-per-hour': { type: 'string', value: 'N', about: 'Limit of the enterprise plan' },
  'keep-days': {
    type: 'string',
    value: 'N',
    about: `Keep reviews that have ended for so many days (default: ${defaultKeepDays})`,
  },
  ...reviewersOptions,
  data: dataOption,
} as const;

/** The options of `serve` for a team. */
export const teamOptions = {
  database: databaseOption,
  listen: {
    type: 'string',
    value: 'HOST:PORT',
    about: 'With --database: listen there; beyond this machine only behind a --trusted-proxy (default: 127.0.0.1:8080)',
  },
  'public-url': {
    type: 'string',
    value: 'URL',
    about:
      'With --database: what users open, https://… (default: http://HOST:PORT); requests for another host are refused',
  },
  'trusted-proxy': {
    type: 'string',
    value: 'CIDR',
    multiple: true,
    about:
      'With --database: address or range of a proxy whose X-Forwarded headers are believed; may be given several times',
  },
  'oidc-issuer': {
    type: 'string',
    value: 'URL',
    about:
      'With --database: members may sign in there too; the client’s secret is taken from CODE_REVIEW_OIDC_CLIENT_SECRET',
  },
  'oidc-client-id': { type: 'string', value: 'ID', about: 'What the issuer knows this service as' },
  'oidc-name': { type: 'string', value: 'TEXT', about: 'What the sign-in page calls the issuer' },
  'oidc-domain': {
    type: 'string',
    value: 'DOMAIN',
    multiple: true,
    about:
      'Whoever the issuer knows by an address of this domain may come in without an invitation; may be given several times',
  },
} as const;

/** The options of `serve`. */
export const serveOptions = { ...localOptions, ...teamOptions } as const;
