import assert from 'node:assert/strict';
import { parseSarif } from '../../../../../../src/service/reviewers/tools/formats/sarif.ts';
import { project } from '../reading.ts';

const where = { folders: [project], isKnown: () => true, isThere: () => true };

/** A log like the comprehensive example of the SARIF standard: one rule failed, was switched off, and the run went on. */
function logWith(invocation: object): string {
  const physicalLocation = { artifactLocation: { uri: 'src/a.ts' }, region: { startLine: 1 } };
  const result = { ruleId: 'C2001', message: { text: 'Wrong.' }, locations: [{ physicalLocation }] };
  const tool = { driver: { name: 'CodeScanner', rules: [{ id: 'C2001' }] } };
  return JSON.stringify({ version: '2.1.0', runs: [{ tool, invocations: [invocation], results: [result] }] });
}

describe('a SARIF run that succeeded with an error of its own', () => {
  for (const kind of ['toolExecutionNotifications', 'toolConfigurationNotifications']) {
    it(`keeps its results, and the error in ${kind}`, () => {
      const error = { level: 'error', message: { text: 'Exception evaluating rule C2152. Rule disabled.' } };
      const note = { level: 'note', message: { text: 'Run started.' } };
      const [output] = parseSarif(logWith({ executionSuccessful: true, [kind]: [note, error] }), where);
      assert.equal(output?.diagnostics.length, 1);
      assert.deepEqual(output.errors, ['Exception evaluating rule C2152. Rule disabled.']);
    });
  }

  it('keeps those whose base is a folder of the machine that made the log', () => {
    const run = JSON.parse(logWith({ executionSuccessful: true })) as { runs: [Record<string, unknown>] };
    const at = (uri: string): object => ({
      message: { text: 'Wrong.' },
      locations: [{ physicalLocation: { artifactLocation: { uri, uriBaseId: 'SRCROOT' }, region: { startLine: 1 } } }],
    });
    run.runs[0]['originalUriBaseIds'] = { SRCROOT: { uri: 'file://build.example.com/work/src/' } };
    run.runs[0]['results'] = [at('src/a.ts'), at('lib/other.ts')];
    const [output] = parseSarif(JSON.stringify(run), { ...where, isKnown: file => file === 'src/a.ts' });
    assert.deepEqual(
      output?.diagnostics.map(({ path }) => path),
      ['src/a.ts', undefined],
    );
  });

  it('says so where there is more than is read', () => {
    const notes = Array.from({ length: 1_001 }, () => ({ level: 'note', message: { text: 'Going on.' } }));
    const [output] = parseSarif(logWith({ executionSuccessful: true, toolExecutionNotifications: notes }), where);
    assert.deepEqual(output?.errors, ['only its first 1000 notifications were read']);
    const runs = Array.from({ length: 51 }, () => ({ tool: {}, results: [] }));
    assert.throws(() => parseSarif(JSON.stringify({ version: '2.1.0', runs }), where), /more than 50 runs/);
  });
});
