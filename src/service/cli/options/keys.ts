import { dataOption } from './data.ts';

/** The options of `keys`. */
export const keysOptions = {
  kind: {
    type: 'string',
    choices: ['development', 'production'],
    default: 'development',
    about: 'With create: what kind of key',
  },
  name: { type: 'string', value: 'TEXT', default: '', about: 'With create: what it is for' },
  data: dataOption,
} as const;
