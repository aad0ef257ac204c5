import type { NetworkSettings } from './networkSettings.ts';

/** Reviewers of the embedded service beyond those that are built in, as the user has set them. Plain data. */
export interface ReviewerSettings {
  readonly model: ModelSettings | undefined;
  /** Entries of `codeReview.tools`, unchecked; none in a workspace that is not trusted. */
  readonly tools: unknown;
}

/** Which language model reads the changes, and how much of it. */
export interface ModelSettings {
  readonly source:
    /** One of the editor's: asked by the process that started the service. */
    | { readonly kind: 'editor'; readonly id: string; readonly name: string }
    /** Any service that speaks OpenAI's chat completions. */
    | {
        readonly kind: 'address';
        readonly url: string;
        readonly name: string;
        readonly key: string | undefined;
        /** The user agreed to plain http with this host of the own network. */
        readonly mayBePlain?: boolean;
        readonly network: NetworkSettings;
      };
  readonly limits: {
    readonly tokensPerCall: number;
    readonly calls: number;
    readonly findingsPerFile: number;
    readonly findingsPerReview: number;
  };
}

/** Only what is built in. */
export const builtInOnly: ReviewerSettings = { model: undefined, tools: [] };
