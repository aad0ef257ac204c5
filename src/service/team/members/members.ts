import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { passwordLibrary } from './session/authLibrary.ts';
import { changePassword } from './changePassword.ts';
import { checkCsrf } from './session/checkCsrf.ts';
import { currentSession } from './session/currentSession.ts';
import * as invitations from './invitations.ts';
import { join } from './join.ts';
import { isProblem, type Done, type Form, type Problem, type SignedIn, type Visit } from './member.ts';
import { Oidc } from './oidc/oidc.ts';
import type { OidcOptions } from './oidc/oidcLibrary.ts';
import { PasswordHashing, type Hashing } from './session/passwordHashing.ts';
import * as roster from './roster.ts';
import { SessionCookies } from './session/sessionCookies.ts';
import * as sessions from './session/sessions.ts';
import { signIn, signOut } from './session/signIn.ts';

/** What the members of a team need of the service around them. */
export interface MembersOptions {
  readonly database: Kysely<Database>;
  /** Over https, browsers send the cookies over https and to this host only. */
  readonly publicUrl: URL;
  /** The service's key; the one that signs cookies is derived from it. */
  readonly secretKey: Uint8Array;
  readonly oidc?: OidcOptions | undefined;
  /** For passwords; scrypt unless given. */
  readonly hashing?: Hashing;
  /** Gets a line for the log; it holds no secret. */
  readonly onError: (message: string) => void;
}

/** A link that was made; it is shown once and not kept. */
export interface Link {
  /** With origin. */
  readonly link: string;
}

/** The members of a team: who they are, how they sign in, and what they may do to one another. */
export type Members = ReturnType<typeof openMembers>;

/** Opens the members of a team. Nothing is read or asked before it is needed. */
export function openMembers({
  database,
  publicUrl,
  secretKey,
  oidc,
  hashing = new PasswordHashing(),
  onError,
}: MembersOptions) {
  const cookies = new SessionCookies(secretKey, publicUrl);
  const libraryParts = { database, publicUrl, cookies, hashing, onError };
  const parts = { database, cookies, hashing, library: passwordLibrary(libraryParts) };
  const asLink = (path: string | Problem): Link | Problem =>
    isProblem(path) ? path : { link: new URL(path, publicUrl).href };
  return {
    /** Who asks; undefined if nobody is signed in. */
    memberOf: (visit: Visit): Promise<SignedIn | undefined> => currentSession(database, cookies, visit),
    /** For every form that is sent, before anything else. */
    checkCsrf: (visit: Visit, form: Form, signedIn: SignedIn | undefined): Problem | undefined =>
      checkCsrf(publicUrl, visit, form, signedIn),

    /** Fields `email` and `password`. */
    signIn: (visit: Visit, form: Form): Promise<Done | Problem> => signIn(parts, visit, form),
    signOut: (visit: Visit): Promise<Done> => signOut(parts, visit),
    /** Fields `current` and `password`. */
    changePassword: (visit: Visit, signedIn: SignedIn, form: Form): Promise<Done | Problem> =>
      changePassword(parts, visit, signedIn, form),
    /** Sign-in by OIDC, where it is configured. */
    oidc: oidc && new Oidc(libraryParts, oidc),

    hasMembers: () => invitations.hasMembers(database),
    /** Path of the link for the first member; undefined once there is one. */
    firstLink: () => invitations.firstLink(database),
    /** What a link is for, without using it up; undefined if it is good for nothing. */
    invitation: (token: string): Promise<invitations.Invitation | undefined> =>
      invitations.findInvitation(database, token),
    /** Fields `token`, `name`, `email` and `password`. */
    join: (visit: Visit, form: Form): Promise<Done | Problem> => join(parts, visit, form),
    /** Fields `role` and `email`, which may be empty. */
    invite: async (actor: SignedIn, form: Form): Promise<Link | Problem> =>
      asLink(await invitations.invite(database, actor, { role: form['role'], email: form['email'] })),
    passwordLink: async (actor: SignedIn, memberId: string): Promise<Link | Problem> =>
      asLink(await invitations.passwordLink(database, actor, memberId)),
    invitations: () => invitations.listInvitations(database),
    revokeInvitation: (actor: SignedIn, id: string) => invitations.revokeInvitation(database, actor, id),

    list: () => roster.listMembers(database),
    setRole: (actor: SignedIn, memberId: string, role: string) => roster.setRole(database, actor, memberId, role),
    /** What removing a member takes away, to ask first. */
    removal: (memberId: string) => roster.findRemoval(database, memberId),
    remove: (actor: SignedIn, memberId: string) => roster.removeMember(database, actor, memberId),

    sessions: (memberId: string) => sessions.listSessions(database, memberId),
    endSession: (actor: SignedIn, sessionId: string) => sessions.endSession(database, actor, sessionId),
    endOtherSessions: (actor: SignedIn) => sessions.endOtherSessions(database, actor),
  };
}
