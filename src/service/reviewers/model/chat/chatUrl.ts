import { chatAddress } from '../../../../api/chatAddress.ts';
import { CodeReviewError } from '../../../../core/base/errors.ts';
import { isLoopbackHost, isPrivateHost } from '../../../../core/system/privateHost.ts';

/**
 * The chat completions URL of an OpenAI-compatible service, from the base address that the user entered.
 * @param mayBePlain whether the user allowed plain HTTP for this host of the local network
 * @throws CodeReviewError of kind `input`
 */
export function chatUrl(baseUrl: string, mayBePlain = false): URL {
  let url: URL;
  try {
    url = new URL(baseUrl.trim());
  } catch (cause) {
    const advice = 'Type it with its beginning, for example http://localhost:11434/v1.';
    throw new CodeReviewError('input', 'This is not the address of a language model.', advice, { cause });
  }
  const isPlainAllowed = isLoopbackHost(url.hostname) || (mayBePlain && isPrivateHost(url.hostname));
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isPlainAllowed)) {
    throw new CodeReviewError(
      'input',
      'The address of the language model has to begin with https://, since code and key are sent to it.',
      'Only a model on this machine or, in the editor once you agreed to it in Choose Language Model, of your own network may be asked with http://.',
    );
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new CodeReviewError(
      'input',
      'The address of the language model contains more than a host and a path.',
      'Leave out user name, password, query and fragment: the key is asked for separately.',
    );
  }
  return chatAddress(url);
}
