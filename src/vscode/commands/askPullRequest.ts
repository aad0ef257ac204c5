import * as vscode from 'vscode';
import type { PullRequestCandidate } from '../../core/pullRequest.ts';
import { plainLine } from '../../core/plainText.ts';
import { parsePullRequestInput } from '../../git/pullRequestInput.ts';

type CandidateItem = vscode.QuickPickItem & { readonly typed?: string };

/** What was picked or typed: a number, and the repository where a URL named it. */
export interface ChosenPullRequest {
  readonly number: number;
  readonly repository?: string;
  readonly title?: string;
}

/**
 * Asks for a pull request: the candidates first, and whatever number or URL is typed as an item of its own.
 * @param reason says why it is asked, as a sentence
 * @returns undefined when it was dismissed
 */
export async function askPullRequest(
  candidates: readonly PullRequestCandidate[],
  reason: string,
): Promise<ChosenPullRequest | undefined> {
  const picker = vscode.window.createQuickPick<CandidateItem>();
  const offered = candidates.map((candidate): CandidateItem & { candidate: PullRequestCandidate } => ({
    candidate,
    label: `#${candidate.number}`,
    description: plainLine(candidate.title ?? ''),
    detail: plainLine(candidate.explanation),
  }));
  picker.title = 'Code Review: Which pull request?';
  // Without candidates nothing else tells that something is to be typed.
  picker.placeholder = `${reason} Type its number or address.`;
  picker.ignoreFocusOut = true;
  picker.items = offered;
  try {
    return await new Promise(resolve => {
      picker.onDidChangeValue(typed => {
        const parsed = parsePullRequestInput(typed);
        const own = parsed && {
          typed,
          label: `Review #${parsed.number}`,
          description: parsed.repository ?? '',
          alwaysShow: true,
        };
        picker.items = own === undefined ? offered : [own, ...offered];
      });
      picker.onDidAccept(() => {
        const [item] = picker.selectedItems;
        const candidate = offered.find(other => other === item)?.candidate;
        const chosen = candidate ?? parsePullRequestInput(item?.typed ?? picker.value);
        if (chosen === undefined) {
          picker.title = 'Type a number like 12 or #12, or paste the address of the pull request.';
          return;
        }
        const { number, repository } = chosen;
        resolve({
          number,
          ...(repository === undefined ? {} : { repository }),
          ...(candidate?.title ? { title: candidate.title } : {}),
        });
      });
      picker.onDidHide(() => resolve(undefined));
      picker.show();
    });
  } finally {
    picker.dispose();
  }
}
