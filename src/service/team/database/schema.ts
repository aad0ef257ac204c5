import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { KeyKind } from '../../../core/review/apiKey.ts';
import type { EngineComment } from '../../engine/engineComment.ts';
import type { EngineResult } from '../../engine/messages.ts';
import type { Outcome, StoredReview } from '../../store/store.ts';
import type { MemberTables } from './memberTables.ts';

/** A column that may be left out when a row is made. */
type Optional<T> = Generated<T | null>;

interface ApiKeys {
  id: string;
  kind: KeyKind;
  name: string;
  /** SHA-256 of the key, in hex. */
  hash: string;
  last_four: string;
  created_at: Generated<Date>;
  /** Id of a member. */
  created_by: Optional<string>;
  /** Calendar date in UTC, as `2026-11-22`. */
  last_used_on: Optional<string>;
  revoked_at: Optional<Date>;
}

interface Credentials {
  id: Generated<string>;
  /** `https://host` with its port if it has one. */
  origin: string;
  label: string;
  username: string;
  /** Encrypted. */
  secret: Buffer;
  set_at: Generated<Date>;
  set_by: Optional<string>;
}

interface Repositories {
  /** `repo_` and 16 hexadecimal digits. */
  id: string;
  full_name: string;
  /** `full_name` in lower case. */
  full_name_key: string;
  name: string;
  provider: string;
  /** Without user and password. */
  clone_url: string;
  web_url: Optional<string>;
  private: Generated<boolean>;
  default_branch: Optional<string>;
  credential_id: Optional<string>;
  connected_at: Generated<Date>;
  connected_by: Optional<string>;
  checked_at: Optional<Date>;
  /** Why it cannot be read, as a sentence. */
  problem: Optional<string>;
  size_bytes: Optional<number>;
  removed_at: Optional<Date>;
}

interface Reviews {
  id: string;
  /** Ascends in the order in which reviews are asked for. */
  number: GeneratedAlways<number>;
  repository_id: Optional<string>;
  repository: string;
  pr: number;
  title: Optional<string>;
  /** Empty, as `head` is, until a worker has found the commits. */
  base: Generated<string>;
  head: Generated<string>;
  status: StoredReview['status'];
  stage: Optional<string>;
  /** From 0 to 1. */
  progress: Optional<number>;
  /** The comments so far, while it is made. */
  found: JSONColumnType<EngineComment[] | null, string | null | undefined, string | null>;
  created_at: Generated<Date>;
  started_at: Optional<Date>;
  completed_at: Optional<Date>;
  engine: string;
  configuration: Generated<string>;
  from_scratch: Generated<boolean>;
  /** Id of the API key. */
  requested_by: Optional<string>;
  idempotency_key: Optional<string>;
  attempts: Generated<number>;
  /** Number of comments. */
  issues: Optional<number>;
  /** `json` and not `jsonb`, which refuses characters that code may hold. */
  result: JSONColumnType<EngineResult | null, string | null | undefined, string | null>;
  /** The body of the response of a review that has ended, as JSON. */
  answer: Optional<string>;
}

interface Permits {
  key_id: string;
  /** Hours since the epoch. */
  hour: number;
  /** May exceed the limit by what was refused. */
  used: number;
}

interface Outcomes {
  repository: string;
  pr: number;
  fingerprint: string;
  reviewer: string;
  rule: string;
  outcome: Outcome | null;
  dismissed: boolean;
  at: Date;
}

interface Settings {
  id: Generated<number>;
  organisation: Generated<string>;
  plan: Generated<string>;
  requests_per_hour: Generated<number>;
  keep_days: Generated<number>;
}

interface SchemaFloor {
  id: Generated<number>;
  /** Number of the migration that a process must know to use this database. */
  floor: number;
}

/** The tables, as kysely knows them. */
export interface Database extends MemberTables {
  api_keys: ApiKeys;
  credentials: Credentials;
  repositories: Repositories;
  reviews: Reviews;
  permits: Permits;
  outcomes: Outcomes;
  settings: Settings;
  schema_floor: SchemaFloor;
}
