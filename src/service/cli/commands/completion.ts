import { defineCommand, type Command } from '../command.ts';

/** The command `completion bash|zsh|fish`. @param commands all that are completed */
export function completionCommand(commands: () => Readonly<Record<string, Command>>): Command {
  return defineCommand({
    about: 'Print what makes a shell complete commands and options',
    operands: { synopsis: 'bash | zsh | fish', words: ['bash', 'zsh', 'fish'] },
    options: {},
    notes: [
      'bash: put source <(code-review completion bash) into ~/.bashrc.',
      'zsh: put source <(code-review completion zsh) into ~/.zshrc, after compinit.',
      'fish: code-review completion fish > ~/.config/fish/completions/code-review.fish',
    ],
    failureCode: 1,
    load: async () => (await import('../completion/completion.ts')).printCompletion(commands()),
  });
}
