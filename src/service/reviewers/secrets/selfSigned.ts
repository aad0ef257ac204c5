import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { DiffFile } from '../../engine/diff/diffFile.ts';

const certificate = /-----BEGIN CERTIFICATE-----[\w+/=\s]{100,20000}-----END CERTIFICATE-----/g;
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

/** Whether a text is the private key of one of these certificates. */
export function isKeyOf(certificates: readonly X509Certificate[], text: string): boolean {
  if (certificates.length === 0) return false;
  try {
    const key = createPrivateKey(text);
    return certificates.some(each => each.checkPrivateKey(key));
  } catch {
    return false;
  }
}
