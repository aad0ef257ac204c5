import { generateKeyPairSync, sign } from 'node:crypto';

/** A self-signed certificate and its key, as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

interface Wanted {
  /** DNS name or IPv4 address. */
  readonly name: string;
  readonly from: Date;
  readonly to: Date;
}

/** Makes a certificate of its own for a server, in the form of RFC 5280. */
export function certificateFor({ name, from, to }: Wanted): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const ecdsaWithSha256 = sequence(tlv(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
  const commonName = sequence(tlv(0x06, Buffer.from('550403', 'hex')), tlv(0x0c, Buffer.from(name)));
  const distinguishedName = sequence(tlv(0x31, commonName));
  const isAddress = /^[\d.]+$/.test(name);
  const alternative = isAddress ? tlv(0x87, Buffer.from(name.split('.').map(Number))) : tlv(0x82, Buffer.from(name));
  const alternatives = sequence(tlv(0x06, Buffer.from('551d11', 'hex')), tlv(0x04, sequence(alternative)));
  const signed = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    distinguishedName,
    sequence(time(from), time(to)),
    distinguishedName,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(alternatives)),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', signed, privateKey)]);
  const der = sequence(signed, ecdsaWithSha256, tlv(0x03, signature));
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tlv(0x30, Buffer.concat(parts));
}

function time(moment: Date): Buffer {
  return tlv(0x18, Buffer.from(`${moment.toISOString().replace(/\D/g, '').slice(0, 14)}Z`));
}

function tlv(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
