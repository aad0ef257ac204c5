import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';

const file = path.resolve(import.meta.dirname, '../../../../../docs/schemas/review-1.schema.json');
const schema = JSON.parse(readFileSync(file, 'utf8')) as Schema;

interface Schema {
  [name: string]: unknown;
  $defs: Record<string, object>;
}

/** The schema, but with nothing allowed that it does not name: what is written must be documented. */
function strict(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strict);
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(
    Object.entries(value).map(([name, each]: [string, unknown]) => [name, name === 'allOf' ? each : strict(each)]),
  );
  return 'properties' in value || '$ref' in value ? { ...inner, unevaluatedProperties: false } : inner;
}

const strictSchema = strict(schema) as Schema;
// These are completed by those who refer to them.
for (const name of ['facts', 'comment']) strictSchema.$defs[name] = schema.$defs[name] ?? assert.fail();
const ajv = new Ajv2020({ allErrors: true, strictTypes: false });
const validators = [schema, { ...strictSchema, $id: 'urn:code-review:strict' }].map(each => ajv.compile(each));

/** Asserts that a value is as the schema says, without anything that it does not name. */
export function assertDocumented(value: unknown): void {
  for (const validate of validators)
    assert.ok(validate(value), `${JSON.stringify(value)}\n${ajv.errorsText(validate.errors, { separator: '\n' })}`);
}
