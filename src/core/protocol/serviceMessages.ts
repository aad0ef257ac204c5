/** What the editor side and the embedded service's process say to each other over IPC. Nothing secret ever goes through argv. */
import type { QuestionMessage, ReplyMessage } from './modelRpc.ts';
import type { ReviewerSettings } from './reviewerSettings.ts';

/** A repository that the embedded service serves, as the editor side identified it. */
export interface ServedRepository {
  /** Absolute path of the working copy's top folder. */
  readonly root: string;
  /** `owner/name`, from the base remote; `local/<folder>` without one. */
  readonly fullName: string;
  /** `github`, `gitlab`, …; `git` where it is not known. */
  readonly provider: string;
  /** https address of its page where the remote tells it. */
  readonly webUrl: string | undefined;
}

/** From the parent: once at the start, then whenever the open repositories or the reviewers change. */
export type ServiceRequest =
  | {
      readonly type: 'start';
      /** The one key of this process, made by the parent; it is never written anywhere. */
      readonly key: string;
      /** Folder for reviews and the local pull request registry; made where it is missing. */
      readonly dataFolder: string;
      /** How many days reviews are kept. */
      readonly keepDays: number;
      /** Name or path of git. */
      readonly gitExecutable: string;
      readonly repositories: readonly ServedRepository[];
      readonly reviewers: ReviewerSettings;
    }
  | { readonly type: 'repositories'; readonly repositories: readonly ServedRepository[] }
  | { readonly type: 'reviewers'; readonly reviewers: ReviewerSettings }
  | ReplyMessage;

/** From the child. */
export type ServiceReply =
  /** It listens at that path of a Unix domain socket or name of a named pipe. */
  | { readonly type: 'ready'; readonly socketPath: string }
  | { readonly type: 'failed'; readonly reason: string }
  /** A review ended, so that the watching side need not wait for its next look. */
  | { readonly type: 'settled'; readonly reviewId: string }
  /** Questions to a language model of the editor. */
  | QuestionMessage;
