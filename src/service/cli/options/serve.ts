import { defaultKeepDays } from '../../store/store.ts';
import { dataOption } from './data.ts';
import { reviewersOptions } from './reviewers.ts';

/** The options of `serve`. */
export const serveOptions = {
  repo: {
    type: 'string',
    value: 'PATH',
    multiple: true,
    about: 'Serve this repository; may be given several times (default: the current folder)',
  },
  port: { type: 'string', value: 'N', default: '0', about: 'Listen at this port of 127.0.0.1; 0 is a free one' },
  plan: {
    type: 'string',
    choices: ['free', 'pro', 'enterprise'],
    default: 'free',
    about: 'Request limit of each key: 100, 1,000 or --requests-per-hour',
  },
  'requests-per-hour': { type: 'string', value: 'N', about: 'Limit of the enterprise plan' },
  'keep-days': {
    type: 'string',
    value: 'N',
    default: `${defaultKeepDays}`,
    about: 'Keep reviews that have ended for so many days',
  },
  ...reviewersOptions,
  data: dataOption,
} as const;
