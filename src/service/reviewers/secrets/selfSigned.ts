import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { DiffFile } from '../../engine/diff/diffFile.ts';

const certificate = /-----BEGIN CERTIFICATE-----[\w+/=\s]{100,20000}-----END CERTIFICATE-----/g;
const privateKey =
  /^-----BEGIN (?:[A-Z]{1,9} )?PRIVATE KEY-----[\w+/=\s]{1,20000}-----END (?:[A-Z]{1,9} )?PRIVATE KEY-----/;
/** Certificates of one review. */
const most = 50;

/** The certificates in some files that only they themselves vouch for, as those that are made for development. */
export function selfSignedIn(files: readonly DiffFile[]): readonly X509Certificate[] {
  const found = files.flatMap(({ text }) => (text.includes('BEGIN CERTIFICATE') ? text.match(certificate) : []) ?? []);
  return found.slice(0, most).flatMap(text => {
    try {
      const read = new X509Certificate(text);
      return read.checkIssued(read) ? [read] : [];
    } catch {
      return [];
    }
  });
}

/** Whether a text begins with the private key of one of these certificates. */
export function isKeyOf(certificates: readonly X509Certificate[], text: string): boolean {
  const pem = certificates.length === 0 ? null : privateKey.exec(text);
  if (pem === null) return false;
  try {
    const key = createPrivateKey(pem[0]);
    return certificates.some(each => each.checkPrivateKey(key));
  } catch {
    return false;
  }
}
