import { once } from 'node:events';
import { cp, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { bundleForHost } from '../host/programs/bundle.ts';
import { root } from '../host/cache.ts';
import { canaryKey } from '../host/keys/canary.ts';
import { CertificateAuthority } from '../host/network/certificateAuthority.ts';
import { git } from '../host/git/git.ts';
import type { Sample } from '../host/start/sample.ts';

/** The token of the account that has access. */
export const token = canaryKey('production', '4242');

/** A GitLab server on loopback that tells of the sample's pull request whoever sends the token, and nobody else. */
export class PrivateGitLab {
  /** The credential of each request. */
  readonly asked: (string | undefined)[] = [];
  readonly #sample: Sample;
  readonly #authority = CertificateAuthority.create('Private Authority');
  readonly #server: Server;

  private constructor(sample: Sample) {
    this.#sample = sample;
    this.#server = createServer(this.#authority.issue(['127.0.0.1']), (request, response) => {
      const { authorization } = request.headers;
      this.asked.push(authorization);
      response.setHeader('content-type', 'application/json');
      const isAllowed = authorization === `Bearer ${token}`;
      response.statusCode = isAllowed ? 200 : 404;
      response.end(JSON.stringify(isAllowed ? [this.#pull()] : { message: '404 Project Not Found' }));
    });
  }

  /** Starts the server and makes it the remote of the sample. */
  static async start(sample: Sample): Promise<PrivateGitLab> {
    const server = new PrivateGitLab(sample);
    await once(server.#server.listen(0, '127.0.0.1'), 'listening');
    const remote = `https://${server.name}/acme/orders.git`;
    await git(sample.workspace, ['config', `url.${sample.origin}.insteadOf`, remote]);
    await git(sample.workspace, ['remote', 'set-url', 'origin', remote]);
    return server;
  }

  /** Its address with its port. */
  get name(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /**
   * What a VS Code server is started with, so that it trusts this server and its extension has the account.
   * @param folder for the certificate
   */
  async env(folder: string): Promise<Record<string, string>> {
    const trusted = path.join(folder, 'authorities.pem');
    await writeFile(trusted, this.#authority.certificate.cert);
    return { NODE_EXTRA_CA_CERTS: trusted, GITLAB_SITE: `https://${this.name}`, GITLAB_TOKEN: token };
  }

  /** The folder of the extension that has the account. */
  static async buildExtension(): Promise<string> {
    const folder = await bundleForHost('signInProvider', ['test/ui/signInProvider/extension.ts']);
    await cp(path.join(root, 'test/ui/signInProvider/manifest.json'), path.join(folder, 'package.json'));
    return folder;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #pull(): unknown {
    const { number, branch, head } = this.#sample;
    return {
      iid: number,
      state: 'opened',
      title: 'Refund orders',
      source_branch: branch,
      source_project_id: 1,
      target_project_id: 1,
      sha: head,
    };
  }
}
