import tls from 'node:tls';
import { Worker } from 'node:worker_threads';

/** Missing in the Node of the oldest supported editor. */
interface Tls {
  readonly getCACertificates?: (kind: 'default' | 'system') => string[];
}

/**
 * Makes a context that trusts the system's certificates beside Node's own. To be made once: undici would make one per
 * connection, which takes tens of milliseconds.
 * @returns undefined where this Node cannot read them
 */
export async function systemContext(): Promise<tls.SecureContext | undefined> {
  const read = (tls as Tls).getCACertificates;
  if (read === undefined) return undefined;
  const all = [...read('default'), ...(await systemCertificates(read))];
  // Most are in both, in lines of another length, and each takes time.
  const each = new Map(all.map(certificate => [certificate.replace(/\s/g, ''), certificate]));
  return tls.createSecureContext({ ca: [...each.values()] });
}

/** Reads them in a thread, since that takes a tenth of a second and would block the editor's other extensions. */
async function systemCertificates(read: NonNullable<Tls['getCACertificates']>): Promise<readonly string[]> {
  const source = `
    const { parentPort } = require('node:worker_threads');
    parentPort.postMessage(require('node:tls').getCACertificates('system'));`;
  try {
    return await new Promise((resolve, reject) => {
      const thread = new Worker(source, { eval: true });
      thread.on('message', resolve).on('error', reject).on('exit', reject);
    });
  } catch {
    // A host without threads.
    return read('system');
  }
}
