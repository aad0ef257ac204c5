import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `CREATE TABLE api_keys (
    id text PRIMARY KEY,
    kind text NOT NULL CHECK (kind IN ('production', 'development')),
    name text NOT NULL,
    hash text NOT NULL UNIQUE,
    last_four text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    created_by text,
    last_used_on date,
    revoked_at timestamptz
  )`,
  `CREATE TABLE credentials (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    origin text NOT NULL,
    label text NOT NULL,
    username text NOT NULL,
    secret bytea NOT NULL,
    set_at timestamptz NOT NULL DEFAULT now(),
    set_by text
  )`,
  `CREATE TABLE repositories (
    id text PRIMARY KEY,
    full_name text NOT NULL,
    full_name_key text NOT NULL UNIQUE,
    name text NOT NULL,
    provider text NOT NULL,
    clone_url text NOT NULL,
    web_url text,
    private boolean NOT NULL DEFAULT true,
    default_branch text,
    credential_id uuid REFERENCES credentials,
    connected_at timestamptz NOT NULL DEFAULT now(),
    connected_by text,
    checked_at timestamptz,
    problem text,
    size_bytes bigint,
    removed_at timestamptz
  )`,
  'CREATE INDEX repositories_by_credential ON repositories (credential_id)',
  `CREATE TABLE reviews (
    id text PRIMARY KEY,
    number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    repository_id text REFERENCES repositories,
    repository text NOT NULL,
    pr bigint NOT NULL,
    title text,
    base text NOT NULL DEFAULT '',
    head text NOT NULL DEFAULT '',
    status text NOT NULL CHECK (status IN ('pending', 'completed', 'failed', 'cancelled')),
    stage text,
    progress real,
    found json,
    created_at timestamptz NOT NULL DEFAULT now(),
    started_at timestamptz,
    completed_at timestamptz,
    engine text NOT NULL,
    configuration text NOT NULL DEFAULT '',
    from_scratch boolean NOT NULL DEFAULT false,
    requested_by text,
    idempotency_key text,
    attempts int NOT NULL DEFAULT 0,
    issues int,
    result json,
    answer text,
    UNIQUE (requested_by, idempotency_key)
  )`,
  `CREATE INDEX reviews_pending ON reviews (number) WHERE status = 'pending'`,
  `CREATE INDEX reviews_pending_by_repository ON reviews (repository_id) WHERE status = 'pending'`,
  `CREATE INDEX reviews_pending_by_input ON reviews (head, base) WHERE status = 'pending' AND head <> ''`,
  `CREATE INDEX reviews_completed_by_pull ON reviews (repository, pr, number DESC) WHERE status = 'completed'`,
  `CREATE INDEX reviews_completed_by_input ON reviews (head, base, engine, configuration, number DESC)
    WHERE status = 'completed'`,
  `CREATE INDEX reviews_without_result ON reviews (status, number DESC) WHERE status IN ('failed', 'cancelled')`,
  'CREATE INDEX reviews_by_age ON reviews (created_at)',
  'CREATE INDEX reviews_by_end ON reviews (completed_at)',
  'CREATE INDEX reviews_by_repository ON reviews (repository_id, number DESC)',
  'CREATE TABLE permits (key_id text NOT NULL, hour bigint NOT NULL, used int NOT NULL, PRIMARY KEY (key_id, hour))',
  'CREATE INDEX permits_by_hour ON permits (hour)',
  `CREATE TABLE outcomes (
    repository text NOT NULL,
    pr bigint NOT NULL,
    fingerprint text NOT NULL,
    reviewer text NOT NULL,
    rule text NOT NULL,
    outcome text CHECK (outcome IN ('changed', 'applied', 'untouched')),
    dismissed boolean NOT NULL,
    at timestamptz NOT NULL,
    PRIMARY KEY (repository, pr, fingerprint)
  )`,
  'CREATE INDEX outcomes_by_age ON outcomes (at)',
  // The tables of better-auth, as its own generator makes them, and `role`.
  `CREATE TABLE "user" (
    id text PRIMARY KEY,
    name text NOT NULL,
    email text NOT NULL UNIQUE,
    "emailVerified" boolean NOT NULL,
    image text,
    "createdAt" timestamptz NOT NULL DEFAULT now(),
    "updatedAt" timestamptz NOT NULL DEFAULT now(),
    role text NOT NULL DEFAULT 'member' CHECK (role IN ('admin', 'member'))
  )`,
  `CREATE TABLE session (
    id text PRIMARY KEY,
    "expiresAt" timestamptz NOT NULL,
    token text NOT NULL UNIQUE,
    "createdAt" timestamptz NOT NULL DEFAULT now(),
    "updatedAt" timestamptz NOT NULL DEFAULT now(),
    "ipAddress" text,
    "userAgent" text,
    "userId" text NOT NULL REFERENCES "user" ON DELETE CASCADE
  )`,
  'CREATE INDEX session_by_user ON session ("userId")',
  `CREATE TABLE account (
    id text PRIMARY KEY,
    "accountId" text NOT NULL,
    "providerId" text NOT NULL,
    "userId" text NOT NULL REFERENCES "user" ON DELETE CASCADE,
    "accessToken" text,
    "refreshToken" text,
    "idToken" text,
    "accessTokenExpiresAt" timestamptz,
    "refreshTokenExpiresAt" timestamptz,
    scope text,
    password text,
    "createdAt" timestamptz NOT NULL DEFAULT now(),
    "updatedAt" timestamptz NOT NULL DEFAULT now(),
    UNIQUE ("providerId", "accountId")
  )`,
  'CREATE INDEX account_by_user ON account ("userId")',
  `CREATE TABLE verification (
    id text PRIMARY KEY,
    identifier text NOT NULL,
    value text NOT NULL,
    "expiresAt" timestamptz NOT NULL,
    "createdAt" timestamptz NOT NULL DEFAULT now(),
    "updatedAt" timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX verification_by_identifier ON verification (identifier)',
  // Members may go; what they did stays.
  `CREATE TABLE invitations (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    token_hash text NOT NULL UNIQUE,
    role text NOT NULL CHECK (role IN ('admin', 'member')),
    email text,
    member_id text,
    created_by text,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    used_at timestamptz,
    used_by text,
    revoked_at timestamptz
  )`,
  `CREATE TABLE audit (
    id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    actor text,
    actor_name text NOT NULL,
    action text NOT NULL,
    object text NOT NULL,
    detail jsonb
  )`,
  `CREATE TABLE settings (
    id int PRIMARY KEY DEFAULT 1 CHECK (id = 1),
    organisation text NOT NULL DEFAULT '',
    plan text NOT NULL DEFAULT 'pro',
    requests_per_hour int NOT NULL DEFAULT 1000,
    keep_days int NOT NULL DEFAULT 30
  )`,
  'INSERT INTO settings DEFAULT VALUES',
  'CREATE TABLE schema_floor (id int PRIMARY KEY DEFAULT 1 CHECK (id = 1), floor int NOT NULL)',
  'INSERT INTO schema_floor (floor) VALUES (1)',
];

/** Makes all tables. */
export const tables: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(database);
  },
};
