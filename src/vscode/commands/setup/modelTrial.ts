import { chatAddress } from '../../../api/chatAddress.ts';
import { networkError } from '../../../api/transport/networkError.ts';
import type { HttpResponse, Transport } from '../../../api/transport/transport.ts';
import { cancelledError, displayMessage } from '../../../core/base/errors.ts';
import { t } from '../../../core/base/l10n.ts';
import { plainLine } from '../../../core/base/text.ts';

/** A language model at an address that was checked, as the user typed it. */
export interface TypedModel {
  readonly url: string;
  readonly name: string;
  /** Empty where none is needed. */
  readonly key: string;
}

/** What was typed of a model. */
export type ModelField = 'address' | 'name' | 'key';

/** Why a model does not answer, and what of it is to be corrected. */
export interface ModelProblem {
  readonly sentence: string;
  readonly field: ModelField;
}

const longest = 30_000;

/** What services say of a name that they know no model by; others of their sentences are about what a model takes. */
const unknownModel =
  /\b(?:unknown|invalid|no such)\b.{0,40}\bmodel\b|\bmodel\b.{0,200}\b(?:not (?:found|exist|available|a valid)|unknown|invalid)\b|model_not_found/i;

/**
 * Asks a model one short question. Returns what is wrong; undefined where it answers, or refuses no more than the form of the
 * question.
 * @param tooLate ends the wait for its answer
 * @throws CodeReviewError of kind `cancelled`
 */
export async function modelProblem(
  { url: address, name, key }: TypedModel,
  transport: Pick<Transport, 'send'>,
  signal: AbortSignal,
  tooLate: AbortSignal = AbortSignal.timeout(longest),
): Promise<ModelProblem | undefined> {
  const { href, host } = chatAddress(new URL(address));
  const request = {
    method: 'POST',
    url: href,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(key !== '' && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({
      model: name,
      stream: false,
      messages: [{ role: 'user', content: 'ping' }],
    }),
  } as const;
  try {
    return problemIn(await transport.send(request, AbortSignal.any([signal, tooLate])), host, name);
  } catch (cause) {
    if (signal.aborted) throw cancelledError(signal);
    const sentence = tooLate.aborted
      ? t('{host} has not answered yet; a model that is still being loaded may take a while.', { host })
      : displayMessage(networkError(cause, { method: 'POST', host, mayRepeat: true }));
    return { sentence, field: 'address' };
  }
}

/** Nothing of the answer's own words is told: a service may quote the key. */
function problemIn({ status, body }: HttpResponse, host: string, model: string): ModelProblem | undefined {
  const name = plainLine(model, 80);
  const isChat = /"choices"\s*:/.test(body);
  if (status >= 200 && status < 300)
    return isChat
      ? undefined
      : {
          sentence: t('{host} answered something else than a language model does. Check the path of the address.', {
            host,
          }),
          field: 'address',
        };
  if (status === 401 || status === 403)
    return { sentence: t('{host} does not accept the key (status {status}).', { host, status }), field: 'key' };
  if (status === 402 || status === 429)
    return { sentence: t('The limit or the credit of this key at {host} is used up.', { host }), field: 'key' };
  const isNamed = status === 404 ? /model/i.test(body) && !/^\s*</.test(body) : unknownModel.test(body);
  if (isNamed && [400, 404, 422].includes(status))
    return { sentence: t('{host} knows no model {name}.', { host, name }), field: 'name' };
  // Services differ in what they take; a review asks in several ways.
  if ([400, 415, 422].includes(status)) return undefined;
  return {
    sentence: t('{host} answered with status {status}. Check the path of the address.', { host, status }),
    field: 'address',
  };
}
