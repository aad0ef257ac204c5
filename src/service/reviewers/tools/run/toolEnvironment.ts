import { childEnvironment } from '../../../../core/system/childEnvironment.ts';

/** The environment that a tool is run in, made from our own: nobody is there to answer it, and no terminal shows colours. */
export function toolEnvironment(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const nobody = { GIT_ASKPASS: undefined, SSH_ASKPASS: undefined, GIT_TERMINAL_PROMPT: '0' };
  return childEnvironment(own, { ...nobody, FORCE_COLOR: undefined, NO_COLOR: '1' });
}
