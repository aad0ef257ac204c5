import { CodeReviewError, displayMessage } from '../../../../core/base/errors.ts';
import type { CheckResult } from '../../hosts/checkSteps.ts';
import { parseCloneAddress, type CloneAddress, type Credential } from '../../hosts/cloneAddress.ts';
import type { Form } from '../../members/member.ts';
import type { Problems } from '../html/form.ts';
import { providerNames } from '../pages/repositories.ts';
import type { DashboardContext, DashboardParts } from '../parts.ts';
import { listCredentials } from '../queries/repositories.ts';

/** Longest time of a check, in milliseconds: a person waits for it. */
const longestCheck = 20_000;
const nothingKnown = { fullName: undefined, isPrivate: undefined, defaultBranch: undefined, sizeBytes: undefined };
const unchecked: CheckResult = { steps: [], problem: undefined, ...nothingKnown };

/** The credential that somebody chose for a repository: none, a stored one by its id, or a new one. */
export type CredentialChoice =
  | { readonly kind: 'none' }
  | { readonly kind: 'stored'; readonly id: string }
  | NewCredential;

interface NewCredential extends Credential {
  readonly kind: 'new';
}

/** Something that a form got wrong. */
export interface Refused {
  readonly problems: Problems;
}

/** Reads the clone address of a form. */
export function readAddress(form: Form): CloneAddress | Refused {
  const provider = providerNames.find(([each]) => each === form['provider'])?.[0];
  try {
    return parseCloneAddress(form['address'] ?? '', provider);
  } catch (error) {
    if (!CodeReviewError.is(error, 'input')) throw error;
    return { problems: { address: displayMessage(error) } };
  }
}

/** Reads which credential a form chose. A stored one goes only to the host that it was set for. */
export async function readChoice(
  { database }: DashboardParts,
  form: Form,
  address: CloneAddress,
): Promise<CredentialChoice | Refused> {
  const { credential: chosen, username = '', secret = '' } = form;
  if (chosen === 'none') return { kind: 'none' };
  if (chosen !== 'new') {
    const stored = (await listCredentials(database)).find(({ id }) => id === chosen);
    if (stored === undefined) return { problems: { credential: 'Choose a credential, or none.' } };
    if (stored.origin === address.origin) return { kind: 'stored', id: stored.id };
    return {
      problems: {
        credential: `This credential is for ${stored.origin}, not for ${address.origin}. Choose another one.`,
      },
    };
  }
  if (secret.trim() !== '') return { kind: 'new', username: username.trim(), secret: secret.trim() };
  if (address.credential !== undefined) return { kind: 'new', ...address.credential };
  return { problems: { secret: 'Paste a token that may read the repository.' } };
}

/**
 * Reads a repository step by step with the credential that was chosen, unless the form says not to. A result with a `problem`
 * has failed.
 */
export async function checkWith(
  { credentials, checkRepository }: DashboardParts,
  context: DashboardContext,
  address: CloneAddress,
  choice: CredentialChoice,
): Promise<CheckResult> {
  if (context.get('form')['check'] === 'none') return unchecked;
  const signal = AbortSignal.any([context.req.raw.signal, AbortSignal.timeout(longestCheck)]);
  try {
    const credential =
      choice.kind === 'none'
        ? undefined
        : choice.kind === 'new'
          ? choice
          : await credentials.read(choice.id, address.origin);
    return await checkRepository(address, credential, signal);
  } catch (error) {
    if (!CodeReviewError.is(error) || error.kind === 'service') throw error;
    if (error.kind !== 'cancelled') return { ...unchecked, problem: displayMessage(error) };
    const problem = `${address.origin} did not answer within ${longestCheck / 1_000} seconds. Try again later.`;
    return { ...unchecked, steps: [{ name: 'connection', status: 'failed', detail: problem }], problem };
  }
}

/** What a form shows after a check that has failed: the sentence at the field that it is about. @param otherField where it is not about the credential */
export function failedCheck(
  { problem = '', steps }: CheckResult,
  choice: CredentialChoice,
  otherField: 'address' | '',
): Refused & Pick<CheckResult, 'steps'> {
  const isCredential = steps.find(({ status }) => status === 'failed')?.name === 'credential';
  const field = isCredential ? (choice.kind === 'new' ? 'secret' : 'credential') : otherField;
  return { problems: { [field]: problem }, steps };
}

/** Stores the credential if it is new. Returns its id; undefined for none. */
export async function storeChoice(
  { credentials }: DashboardParts,
  choice: CredentialChoice,
  { origin }: CloneAddress,
  setBy: string,
): Promise<string | undefined> {
  if (choice.kind === 'none') return undefined;
  if (choice.kind === 'stored') return choice.id;
  const { username, secret } = choice;
  return credentials.put({ origin, label: username === '' ? 'Token' : username, username, secret, setBy });
}
