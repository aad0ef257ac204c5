import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { CodeReviewError } from '../../../core/base/errors.ts';
import type { SecretKeys } from './secretKeys.ts';

// 1 byte of version, 4 of the key's id, 12 of the nonce, 16 of the tag, then the encrypted text.
const version = 1;
const nonceAt = 5;
const tagAt = nonceAt + 12;
const textAt = tagAt + 16;
const algorithm = 'aes-256-gcm';

/**
 * Encrypts a text with the current key, AES-256-GCM.
 * @param owner what the text belongs to; it can be opened for the same owner only
 */
export function seal(text: string, owner: string, { current }: SecretKeys): Buffer {
  const head = Buffer.concat([Buffer.from([version]), Buffer.from(current.id, 'hex')]);
  const nonce = randomBytes(tagAt - nonceAt);
  const cipher = createCipheriv(algorithm, current.bytes, nonce).setAAD(additionalData(head, owner));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([head, nonce, cipher.getAuthTag(), encrypted]);
}

/** Decrypts what `seal` made. @throws CodeReviewError of kind `input` if the key is not there or the text was changed */
export function open(sealed: Buffer, owner: string, keys: SecretKeys): string {
  const key = sealed[0] === version ? keys.all.get(keyIdOf(sealed)) : undefined;
  if (key === undefined)
    throw new CodeReviewError(
      'input',
      'The credential was encrypted with a secret key that this process does not have.',
      'Add that key after the newest one, or set the credential again.',
    );
  try {
    const decipher = createDecipheriv(algorithm, key.bytes, sealed.subarray(nonceAt, tagAt), {
      authTagLength: textAt - tagAt,
    })
      .setAAD(additionalData(sealed.subarray(0, nonceAt), owner))
      .setAuthTag(sealed.subarray(tagAt, textAt));
    return Buffer.concat([decipher.update(sealed.subarray(textAt)), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new CodeReviewError(
      'input',
      'The stored credential is damaged, or belongs to another repository host.',
      'Set the credential again.',
      { cause },
    );
  }
}

/** Whether a text was encrypted with the current key. */
export function isSealedWithCurrent(sealed: Buffer, { current }: SecretKeys): boolean {
  return sealed[0] === version && keyIdOf(sealed) === current.id;
}

function keyIdOf(sealed: Buffer): string {
  return sealed.toString('hex', 1, nonceAt);
}

function additionalData(head: Buffer, owner: string): Buffer {
  return Buffer.concat([head, Buffer.from(owner, 'utf8')]);
}
