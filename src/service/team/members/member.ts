/** What a member may do: an admin also manages members, repositories and settings. */
export type Role = 'admin' | 'member';

/** A person of the team. */
export interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}

/** Who asks: the headers of the request, and the client's address as the trusted proxies give it. */
export interface Visit {
  readonly headers: Headers;
  readonly address: string;
}

/** A member in one session. */
export interface SignedIn {
  readonly member: Member;
  readonly sessionId: string;
  /** For the field `csrf` of every form of this session. */
  readonly csrfToken: string;
  /** The time of the database at the request: the clocks of machines differ. Milliseconds since the epoch. */
  readonly now: number;
}

/** Fields of a form, decoded. */
export type Form = Readonly<Record<string, string | undefined>>;

/** Why something was refused. */
export interface Problem {
  /** A sentence for the person who asked. */
  readonly problem: string;
  /** HTTP status of the answer. */
  readonly status: 403 | 404 | 409 | 410 | 422 | 429 | 502 | 503;
  /** The field of the form that it is about. */
  readonly field?: string;
  /** Seconds after which to try again. */
  readonly retryAfter?: number;
}

/** Done. Each of `cookies` is the value of a `Set-Cookie` header of its own. */
export interface Done {
  readonly cookies: readonly string[];
}

/** Whether an answer is a refusal. */
export function isProblem(answer: unknown): answer is Problem {
  return typeof answer === 'object' && answer !== null && 'problem' in answer;
}
