import type { Generated, JSONColumnType } from 'kysely';

type Optional<T> = Generated<T | null>;

/** Columns, tables and their spelling are better-auth's; `role` is ours. */
interface Users {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  image: Optional<string>;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
  role: Generated<'admin' | 'member'>;
}

interface Sessions {
  id: string;
  expiresAt: Date;
  token: string;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
  ipAddress: Optional<string>;
  userAgent: Optional<string>;
  userId: string;
}

interface Accounts {
  id: string;
  accountId: string;
  providerId: string;
  userId: string;
  accessToken: Optional<string>;
  refreshToken: Optional<string>;
  idToken: Optional<string>;
  accessTokenExpiresAt: Optional<Date>;
  refreshTokenExpiresAt: Optional<Date>;
  scope: Optional<string>;
  password: Optional<string>;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
}

interface Verifications {
  id: string;
  identifier: string;
  value: string;
  expiresAt: Date;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
}

interface Invitations {
  id: Generated<string>;
  token_hash: string;
  role: 'admin' | 'member';
  /** The only address it is for; null if it is for anybody. */
  email: Optional<string>;
  /** The member who gets a new password by it; null if somebody joins by it. */
  member_id: Optional<string>;
  /** Id of a member, as `used_by` is. */
  created_by: Optional<string>;
  created_at: Generated<Date>;
  expires_at: Date;
  used_at: Optional<Date>;
  used_by: Optional<string>;
  revoked_at: Optional<Date>;
}

interface Audit {
  id: Generated<number>;
  at: Generated<Date>;
  /** Id of a member. */
  actor: Optional<string>;
  actor_name: string;
  /** A noun and a verb, such as `key.create`. */
  action: string;
  object: string;
  detail: JSONColumnType<Record<string, string | number | boolean> | null, string | null | undefined, string | null>;
}

/** Who may sign in, and what was done. */
export interface MemberTables {
  user: Users;
  session: Sessions;
  account: Accounts;
  verification: Verifications;
  invitations: Invitations;
  audit: Audit;
}
