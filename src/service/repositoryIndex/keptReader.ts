import { defaultBytes, defaultTimeout } from '../../git/run/gitBounds.ts';
import type { GitOptions, GitReader } from '../../git/run/git.ts';
import { Conversation } from './conversation.ts';

/** A reader that keeps the processes which tell it of objects, until it is closed. */
export interface KeptReader extends GitReader {
  close(): void;
}

/** How `git cat-file --batch-command` is asked what these options ask for. */
const verbs: Readonly<Record<string, string>> = { '--batch': 'contents', '--batch-check': 'info' };

/**
 * Has one process of git tell of all objects that a job asks about, since to start one takes longer than most answers: two
 * where git is older than 2.36. Other questions have a run each, as has one that the process has no answer to.
 */
export function keptReader(git: GitReader): KeptReader {
  const conversations = new Map<string, Conversation>();
  let knowsCommands = true;
  const bytes = async (root: string, args: readonly string[], options: GitOptions): Promise<Buffer> => {
    const { input, env, isOffline, signal, maxBytes = defaultBytes, timeoutMs = defaultTimeout } = options;
    const [command, kind = '', ...others] = args;
    const { [kind]: verb } = verbs;
    const isKept = command === 'cat-file' && verb !== undefined && others.length === 0;
    if (!isKept || typeof input !== 'string' || !input.endsWith('\n')) return git.bytes(root, args, options);
    const asked = knowsCommands ? ['cat-file', '--batch-command'] : args;
    const key = JSON.stringify([root, asked, env, isOffline]);
    const given = { ...(env && { env }), ...(isOffline !== undefined && { isOffline }) };
    const conversation = conversations.get(key) ?? new Conversation(git, root, asked, given);
    conversations.set(key, conversation);
    const lines = asked === args ? input : `${verb} ${input.slice(0, -1).replaceAll('\n', `\n${verb} `)}\n`;
    const question = { lines, hasContents: kind === '--batch', signal, maxBytes, timeoutMs };
    const answer = await conversation.ask(question);
    if (answer === undefined && !conversation.hasAnswered) knowsCommands = false;
    return answer ?? git.bytes(root, args, options);
  };
  return {
    bytes,
    run: async (...question) => (await bytes(...question)).toString('utf8').replace(/\n$/, ''),
    tryRun: (...question) => git.tryRun(...question),
    stream: (...question) => git.stream(...question),
    close: () => {
      for (const each of conversations.values()) each.close();
    },
  };
}
