import { childEnvironment } from '../../../../core/system/childEnvironment.ts';

/** The environment of a tool, from the service's own: non-interactive and without colours. */
export function toolEnvironment(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const nobody = { GIT_ASKPASS: undefined, SSH_ASKPASS: undefined, GIT_TERMINAL_PROMPT: '0' };
  return childEnvironment(own, { ...nobody, FORCE_COLOR: undefined, NO_COLOR: '1' });
}
