import { isObject, type JsonObject } from '../../../../api/decode/aliases.ts';
import { countIn, listIn, objectIn, textIn } from './json.ts';
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
export function rulesOf(run: JsonObject): (result: JsonObject) => SarifRule {
  const tool = objectIn(run['tool']);
  const driver = objectIn(tool['driver']);
  const extensions = listIn(tool['extensions'], 100).map(objectIn);
  const known = [driver, ...extensions].map(each => listIn(each['rules'], mostRules));
  const byId = new Map(known.flat().flatMap(rule => [[textIn(objectIn(rule)['id']), rule] as const]));
  const shared = objectIn(driver['globalMessageStrings']);
  return result => {
    const reference = objectIn(result['rule']);
    const component = countIn(objectIn(reference['toolComponent'])['index']);
    const index = countIn(result['ruleIndex']) ?? countIn(reference['index']);
    const id = textIn(result['ruleId']) ?? textIn(reference['id']);
    const indexed = index === undefined ? undefined : known[component === undefined ? 0 : component + 1]?.[index];
    return ruleOf(objectIn(indexed ?? byId.get(id)), id, shared);
  };
}

function ruleOf(rule: JsonObject, id: string | undefined, shared: JsonObject): SarifRule {
  const properties = objectIn(rule['properties']);
  const score = Number(properties['security-severity'] ?? Number.NaN);
  const tags = listIn(properties['tags'], 100);
  return {
    id: id ?? textIn(rule['id']),
    url: textIn(rule['helpUri']),
    level: textIn(objectIn(rule['defaultConfiguration'])['level']) ?? 'warning',
    severity: severityOfScore(score),
    isSecurity: score > 0 || tags.includes('security'),
    help: textIn(objectIn(rule['shortDescription'])['text']) ?? textIn(objectIn(rule['fullDescription'])['text']),
    messages: isObject(rule['messageStrings']) ? { ...shared, ...rule['messageStrings'] } : shared,
  };
}

/** Scores of 0 to 10, in the steps that code scanning services use. */
function severityOfScore(score: number): ToolDiagnostic['severity'] | undefined {
  if (!(score > 0 && score <= 10)) return undefined;
  return score >= 9 ? 'critical' : score >= 7 ? 'high' : score >= 4 ? 'medium' : 'low';
}
