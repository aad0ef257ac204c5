export interface Row {
  readonly [column: string]: unknown;
}

/** What the stores need of a connection pool. */
export interface Database {
  query(sql: string, parameters?: readonly unknown[]): Promise<readonly Row[]>;
}

export async function connect(url: string): Promise<Database> {
  const { Pool } = await import('pg');
  const pool = new Pool({ connectionString: url });
  return {
    query: async (sql, parameters = []) => (await pool.query(sql, [...parameters])).rows,
  };
}
