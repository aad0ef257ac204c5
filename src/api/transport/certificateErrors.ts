import { t } from '../../core/base/l10n.ts';
/** Explains a network failure to the user. */
export interface ErrorExplanation {
  readonly message: (host: string) => string;
  readonly advice: () => string;
}

const untrusted: ErrorExplanation = {
  message: host => t('The certificate of {host} is not trusted here.', { host }),
  advice: () => t('Add its certificate to the system’s, or set NODE_EXTRA_CA_CERTS.'),
};
const wrongName: ErrorExplanation = {
  message: host => t('The certificate shown by {host} is for another name.', { host }),
  advice: () => t('Check its address.'),
};

/** Certificate errors occur while connecting and are not transient. */
const certificates: Readonly<Record<string, ErrorExplanation>> = {
  CERT_HAS_EXPIRED: {
    message: host => t('The certificate of {host} has expired.', { host }),
    advice: () => t('Tell whoever runs it.'),
  },
  CERT_NOT_YET_VALID: {
    message: host => t('The certificate of {host} is not valid yet.', { host }),
    advice: () => t('Check the clock of this machine.'),
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
 * Explains an error code of certificate verification; undefined for any other code, including alerts about a client
 * certificate, which may come at any time.
 */
export function explainCertificateError(code: string): ErrorExplanation | undefined {
  return certificates[code] ?? (!code.startsWith('ERR_') && /CERT|CRL|_CA$/.test(code) ? untrusted : undefined);
}
