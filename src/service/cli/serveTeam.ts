import type { RunCommand } from './command.ts';
import type { serveOptions } from './options/serve.ts';
import { loadTeam } from './team.ts';
import { programVersion } from './version.ts';

/** Serves a team's API and dashboard until it is stopped. */
export const serveTeam: RunCommand<typeof serveOptions> = async ({ values }, context) => {
  const team = await loadTeam();
  await team.serveTeam({
    databaseUrl: values.database,
    listen: values.listen,
    publicUrl: values['public-url'],
    trustedProxies: values['trusted-proxy'],
    oidc: {
      issuer: values['oidc-issuer'],
      clientId: values['oidc-client-id'],
      name: values['oidc-name'],
      domains: values['oidc-domain'],
    },
    version: programVersion(),
    environment: context.env,
    stdout: context.stdout,
    stopped: context.interrupted(),
  });
  return 0;
};
