import { isObject, type JsonObject } from '../../../../api/decode/aliases.ts';
import { toInteger, toList, toObject, toText } from './json.ts';
import type { ToolDiagnostic } from './toolDiagnostic.ts';

const mostRules = 20_000;

/** A rule's metadata in a run. */
export interface SarifRule {
  readonly id: string | undefined;
  readonly url: string | undefined;
  /** `error`, `warning`, `note` or `none`. */
  readonly level: string;
  /** From the rule's `security-severity`, if it has one. */
  readonly severity: ToolDiagnostic['severity'] | undefined;
  readonly isSecurity: boolean;
  readonly help: string | undefined;
  /** Message strings by id. */
  readonly messages: JsonObject;
}

/** Returns a function that finds a result's rule by index, in the driver or an extension, else by id (SARIF 2.1.0, 3.52). */
export function ruleFinder(run: JsonObject): (result: JsonObject) => SarifRule {
  const tool = toObject(run['tool']);
  const driver = toObject(tool['driver']);
  const extensions = toList(tool['extensions'], 100).map(toObject);
  const known = [driver, ...extensions].map(each => toList(each['rules'], mostRules));
  const byId = new Map(known.flat().flatMap(rule => [[toText(toObject(rule)['id']), rule] as const]));
  const shared = toObject(driver['globalMessageStrings']);
  return result => {
    const reference = toObject(result['rule']);
    const component = toInteger(toObject(reference['toolComponent'])['index']);
    const index = toInteger(result['ruleIndex']) ?? toInteger(reference['index']);
    const id = toText(result['ruleId']) ?? toText(reference['id']);
    const indexed = index === undefined ? undefined : known[component === undefined ? 0 : component + 1]?.[index];
    return ruleOf(toObject(indexed ?? byId.get(id)), id, shared);
  };
}

function ruleOf(rule: JsonObject, id: string | undefined, shared: JsonObject): SarifRule {
  const properties = toObject(rule['properties']);
  const score = Number(properties['security-severity'] ?? Number.NaN);
  const tags = toList(properties['tags'], 100);
  return {
    id: id ?? toText(rule['id']),
    url: toText(rule['helpUri']),
    level: toText(toObject(rule['defaultConfiguration'])['level']) ?? 'warning',
    severity: severityOfScore(score),
    isSecurity: score > 0 || tags.includes('security'),
    help: toText(toObject(rule['shortDescription'])['text']) ?? toText(toObject(rule['fullDescription'])['text']),
    messages: isObject(rule['messageStrings']) ? { ...shared, ...rule['messageStrings'] } : shared,
  };
}

/** Scores of 0 to 10, in the steps that code scanning services use. */
function severityOfScore(score: number): ToolDiagnostic['severity'] | undefined {
  if (!(score > 0 && score <= 10)) return undefined;
  return score >= 9 ? 'critical' : score >= 7 ? 'high' : score >= 4 ? 'medium' : 'low';
}
