import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** A certificate and its private key, as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const day = 86_400_000;
const ecdsaWithSha256 = sequence(tlv(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
const yes = tlv(0x01, Buffer.from([0xff]));

/** A private authority as companies have one, which nobody trusts who was not told to. */
export class CertificateAuthority {
  readonly certificate: Certificate;
  readonly #name: string;

  /** @param certificate one that `create` made, here or in another process */
  constructor(name: string, certificate: Certificate) {
    this.#name = name;
    this.certificate = certificate;
  }

  static create(name: string): CertificateAuthority {
    const key = newKey();
    const basicConstraints = extension('551d13', sequence(yes), true);
    const mayBeUsed = extension('551d0f', tlv(0x03, Buffer.from([1, 0x06])), true);
    const cert = certificate({ subject: name, issuer: name, key, signedBy: key }, [basicConstraints, mayBeUsed]);
    return new CertificateAuthority(name, { cert, key });
  }

  /** Certifies a server of these DNS names and IPv4 addresses, from yesterday until tomorrow. */
  issue(names: readonly string[]): Certificate {
    const key = newKey();
    const alternatives = names.map(name =>
      isIPv4(name) ? tlv(0x87, Buffer.from(name.split('.').map(Number))) : tlv(0x82, Buffer.from(name)),
    );
    const cert = certificate({ subject: names[0] ?? '', issuer: this.#name, key, signedBy: this.certificate.key }, [
      extension('551d11', sequence(...alternatives)),
    ]);
    return { cert, key };
  }
}

interface Facts {
  readonly subject: string;
  readonly issuer: string;
  readonly key: string;
  readonly signedBy: string;
}

/** A certificate in the form of RFC 5280, as PEM. */
function certificate({ subject, issuer, key, signedBy }: Facts, extensions: readonly Buffer[]): string {
  const signed = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1, ...randomBytes(8)])),
    ecdsaWithSha256,
    distinguishedName(issuer),
    sequence(time(-day), time(day)),
    distinguishedName(subject),
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(...extensions)),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', signed, createPrivateKey(signedBy))]);
  const der = sequence(signed, ecdsaWithSha256, tlv(0x03, signature));
  return `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}/g, '$&\n').trimEnd()}\n-----END CERTIFICATE-----\n`;
}

function newKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function distinguishedName(name: string): Buffer {
  return sequence(tlv(0x31, sequence(tlv(0x06, Buffer.from('550403', 'hex')), tlv(0x0c, Buffer.from(name)))));
}

function extension(identifier: string, value: Buffer, isCritical = false): Buffer {
  const critical = isCritical ? [yes] : [];
  return sequence(tlv(0x06, Buffer.from(identifier, 'hex')), ...critical, tlv(0x04, value));
}

/** @param offset from now, in milliseconds */
function time(offset: number): Buffer {
  const moment = new Date(Date.now() + offset).toISOString();
  return tlv(0x18, Buffer.from(`${moment.replace(/\D/g, '').slice(0, 14)}Z`));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tlv(0x30, Buffer.concat(parts));
}

function tlv(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
