import type { Context } from 'hono';
import type { Kysely, Transaction } from 'kysely';
import type { Credentials } from '../credentials/credentials.ts';
import type { SecretKeys } from '../credentials/secretKeys.ts';
import type { Database } from '../database/schema.ts';
import type { CheckResult } from '../hosts/checkSteps.ts';
import type { CloneAddress, Credential } from '../hosts/cloneAddress.ts';
import type { Form } from '../members/member.ts';
import type { Members } from '../members/members.ts';
import type { ClientBindings } from '../network/client.ts';
import type { Viewer } from './html/viewer.ts';

/** What the dashboard is made of. */
export interface DashboardParts {
  readonly database: Kysely<Database>;
  readonly members: Members;
  readonly credentials: Credentials;
  /** Encrypt what a page tells once after a redirect. */
  readonly secretKeys: SecretKeys;
  readonly checkRepository: (
    address: CloneAddress,
    credential: Credential | undefined,
    signal: AbortSignal,
  ) => Promise<CheckResult>;
  /** Reviews the pull request of a failed or cancelled review again; `refused` is a sentence that says why not. */
  readonly rerun: (
    transaction: Transaction<Database>,
    reviewId: string,
  ) => Promise<{ readonly id: string } | { readonly refused: string }>;
  /** Cancels the pending reviews of a repository. */
  readonly cancelReviews: (transaction: Transaction<Database>, repositoryId: string) => Promise<void>;
  readonly publicUrl: URL;
  readonly onError: (error: unknown) => void;
}

/** What the dashboard's handlers find in their context. */
export interface DashboardEnv {
  Bindings: Partial<ClientBindings>;
  Variables: {
    viewer: Viewer;
    /** Fields of the form that was sent; empty for a request without one. */
    form: Form;
  };
}

/** The context of the dashboard's handlers. */
export type DashboardContext = Context<DashboardEnv>;
