import { CodeReviewError } from '../../core/base/errors.ts';
import { t } from '../../core/base/l10n.ts';
import type { Repository } from '../../core/review/repository.ts';
import { firstOf, isObject, joined, names } from './aliases.ts';
import { asBoolean, asHttpsUrl, asLine } from './values.ts';

const lists = names(`data repositories items values value results records nodes edges repos projects content result
  response viewer`);
/** Most envelopes around a list, as in GraphQL's `data.viewer.repositories.nodes`. */
const deepest = 4;
const wrappers = names('node attributes repository');

/** Finds the list in a response. @throws CodeReviewError of kind `service` if there is none */
export function listOf(answer: unknown): readonly unknown[] {
  let found = answer;
  for (let depth = 0; depth < deepest && isObject(found); depth++) found = firstOf(found, lists);
  if (Array.isArray(found)) return found as unknown[];
  throw new CodeReviewError(
    'service',
    t('The service answered something that is not a list of repositories.'),
    t('Check that the address is the one of its API.'),
  );
}

/** Decodes a repository. @returns undefined if the element names none */
export function decodeRepository(raw: unknown): Repository | undefined {
  if (!isObject(raw)) return undefined;
  const inner = firstOf(raw, wrappers);
  const own = isObject(inner) ? joined(inner, raw) : raw;
  const name = firstOf(own, names('name repo slug'), asLine);
  const owner = firstOf(own, names('owner.login owner.name owner namespace.fullPath namespace'), asLine);
  const joinedName = owner === undefined || name === undefined || name.includes('/') ? name : `${owner}/${name}`;
  const fullName = firstOf(own, names('fullName pathWithNamespace nameWithOwner'), asLine) ?? joinedName;
  if (fullName === undefined) return undefined;
  const isHidden = firstOf(own, 'visibility', value =>
    asLine(value) === undefined ? undefined : asLine(value) !== 'public',
  );
  return {
    id: firstOf(own, names('id uuid'), asLine) ?? fullName,
    name: (name ?? fullName).split('/').findLast(part => part.trim() !== '') ?? fullName,
    fullName,
    provider: (firstOf(own, names('provider provider.name host vcs platform source'), asLine) ?? '').toLowerCase(),
    isPrivate: firstOf(own, names('private isPrivate'), asBoolean) ?? isHidden,
    webUrl: firstOf(own, names('htmlUrl webUrl links.html.href url'), asHttpsUrl),
  };
}
