/** What a failure means to a person. */
export interface Meaning {
  readonly message: (host: string) => string;
  readonly advice: string;
}

const untrusted: Meaning = {
  message: host => `The certificate of ${host} is not trusted here.`,
  advice: 'Add its certificate to the system’s, or set NODE_EXTRA_CA_CERTS.',
};
const wrongName: Meaning = {
  message: host => `The certificate shown by ${host} is for another name.`,
  advice: 'Check its address.',
};

/** Certificates are judged while connecting. The same certificate is shown the next time. */
const certificates: Readonly<Record<string, Meaning>> = {
  CERT_HAS_EXPIRED: {
    message: host => `The certificate of ${host} has expired.`,
    advice: 'Tell whoever runs it.',
  },
  CERT_NOT_YET_VALID: {
    message: host => `The certificate of ${host} is not valid yet.`,
    advice: 'Check the clock of this machine.',
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: wrongName,
  HOSTNAME_MISMATCH: wrongName,
};

/**
 * What a code of the checks of a certificate says of it; undefined for any other code, as for what the other side says of
 * a certificate of ours, which it may do at any time.
 */
export function certificateProblem(code: string): Meaning | undefined {
  return certificates[code] ?? (!code.startsWith('ERR_') && /CERT|CRL|_CA$/.test(code) ? untrusted : undefined);
}
