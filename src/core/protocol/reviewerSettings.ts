import type { ModelBudget } from './modelEffort.ts';
import type { NetworkSettings } from './networkSettings.ts';

/** The user's settings for reviewers of the embedded service besides the built-in ones. Plain data. */
export interface ReviewerSettings {
  readonly model: ModelSettings | undefined;
  /** Entries of `codeReview.tools`, not validated; empty in an untrusted workspace. */
  readonly tools: unknown;
  /** The repository is beside what the user trusts, so that no tool is run in it. */
  readonly isOutside?: true;
}

/** Which language model reviews the changes, and its limits. */
export interface ModelSettings {
  readonly source:
    /** A model of the editor, called by the process that started the service. */
    | { readonly kind: 'editor'; readonly id: string; readonly name: string }
    /** A service with an OpenAI-compatible chat completions endpoint. */
    | {
        readonly kind: 'address';
        readonly url: string;
        readonly name: string;
        readonly key: string | undefined;
        /** The user allowed plain HTTP for this host in the local network. */
        readonly mayBePlain?: boolean;
        readonly network: NetworkSettings;
      };
  readonly limits: ModelBudget & {
    readonly findingsPerFile: number;
    readonly findingsPerReview: number;
  };
}

/** Only the built-in reviewers. */
export const builtInOnly: ReviewerSettings = { model: undefined, tools: [] };
